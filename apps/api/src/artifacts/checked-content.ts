import { createHash } from 'node:crypto';
import { BadRequestException } from '@nestjs/common';
import { Transform, type TransformCallback } from 'node:stream';

/** Lets a body through and fails at its end when it is not what was announced: nothing of it may be kept then. */
export class CheckedContent extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  constructor(
    private readonly size: number,
    private readonly sha256: string,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const isWhole = this.bytes === this.size && this.hash.digest('hex') === this.sha256;
    done(isWhole ? null : new BadRequestException('The body is not what "sha256" and Content-Length say'));
  }
}
