import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Keeps objects as S3 does, and refuses what is not signed as it should be or not what its hash says. */
export class S3Server {
  readonly objects = new Map<string, { content: Buffer; contentType?: string }>();
  /** What was refused, as S3 names it. */
  readonly refused: string[] = [];
  /** Answers everything with this status. */
  failing: number | null = null;
  readonly credentials = { region: 'eu-test-1', accessKeyId: 'AKIATEST', secretAccessKey: 'secret/of+the/test' };
  /** Answers what is about keys with this text with 500. */
  broken: string | null = null;
  private readonly server: Server = createServer((request, response) => {
    void contentOf(request).then((content) => {
      const [status, body] = this.answer(request, content);
      response.writeHead(status).end(body);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, content: Buffer): [number, (string | Buffer)?] {
    if (this.failing !== null) return [this.failing, '<Error><Code>SlowDown</Code></Error>'];
    const problem = this.problemOf(request, content);
    if (problem !== null) {
      this.refused.push(problem);
      return [problem === 'SignatureDoesNotMatch' ? 403 : 400, `<Error><Code>${problem}</Code></Error>`];
    }
    const key = decodeURIComponent(request.url!);
    if (this.broken !== null && key.includes(this.broken)) return [500, '<Error><Code>InternalError</Code></Error>'];
    if (request.method === 'PUT') {
      this.objects.set(key, { content, contentType: request.headers['content-type'] });
      return [200];
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return [204];
    }
    const found = this.objects.get(key);
    return found ? [200, found.content] : [404, '<Error><Code>NoSuchKey</Code></Error>'];
  }

  private problemOf(request: IncomingMessage, content: Buffer): string | null {
    const { headers, method, url } = request;
    const [, id, day, region, names, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    const time = String(headers['x-amz-date']);
    if (signature === undefined || id !== this.credentials.accessKeyId || !time.startsWith(`${day}T`))
      return 'SignatureDoesNotMatch';
    const lines = names!.split(';').map((name) => `${name}:${String(headers[name])}\n`);
    const payload = String(headers['x-amz-content-sha256']);
    const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${payload}`;
    const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`;
    const key = [day!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(
      (from, part) => hmac(from, part),
      `AWS4${this.credentials.secretAccessKey}`,
    );
    if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch';
    return sha256(content) === payload ? null : 'XAmzContentSHA256Mismatch';
  }
}

async function contentOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // Cut off: what came does not have the hash.
  }
  return Buffer.concat(chunks);
}
