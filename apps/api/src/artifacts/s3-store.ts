import type { ArtifactsConfig } from '#config';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import { ArtifactStore, type StoredFile } from './artifact-store.js';
import { EMPTY_PAYLOAD, signed, type S3Request } from './signature-v4.js';

/** For an answer once all is sent, and between two parts of one, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Objects in a bucket of S3, or of anything that speaks its protocol: path style, signature version 4. */
export class S3Store extends ArtifactStore implements OnModuleDestroy {
  private readonly dispatcher: Dispatcher = new EnvHttpProxyAgent({ connect: { timeout: 5_000 } });

  constructor(private readonly config: NonNullable<ArtifactsConfig['s3']>) {
    super();
  }

  override async put(key: string, content: Readable, { size, sha256, contentType }: StoredFile): Promise<void> {
    const headers = { 'content-length': String(size), 'content-type': contentType };
    const answer = await this.send({ method: 'PUT', payload: sha256, headers }, key, content);
    await this.finish(answer, [200]);
  }

  override async get(key: string): Promise<Readable | null> {
    const answer = await this.send({ method: 'GET', payload: EMPTY_PAYLOAD }, key);
    if (answer.statusCode === 200) return answer.body;
    await this.finish(answer, [404]);
    return null;
  }

  override async remove(key: string): Promise<void> {
    await this.finish(await this.send({ method: 'DELETE', payload: EMPTY_PAYLOAD }, key), [200, 204, 404]);
  }

  async onModuleDestroy(): Promise<void> {
    await this.dispatcher.close();
  }

  private send(about: Pick<S3Request, 'method' | 'payload' | 'headers'>, key: string, body?: Readable) {
    const { endpoint, bucket } = this.config;
    const url = new URL(endpoint);
    const path = `${url.pathname.replace(/\/$/, '')}/${[bucket, ...key.split('/')].map(encoded).join('/')}`;
    const headers = signed({ ...about, host: url.host, path }, this.config, new Date());
    return request(`${url.origin}${path}`, {
      method: about.method,
      headers,
      body: body ?? null,
      dispatcher: this.dispatcher,
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    });
  }

  /** Throws what S3 says is wrong: its code stands in XML, and holds nothing of the credentials. */
  private async finish({ statusCode, body }: Dispatcher.ResponseData, good: number[]): Promise<void> {
    const text = await body.text();
    if (good.includes(statusCode)) return;
    const code = /<Code>([\w.]{1,100})<\/Code>/.exec(text)?.[1] ?? 'no code';
    throw new Error(`The artifact store answered ${statusCode} (${code})`);
  }
}

/** As the signature wants it: everything but letters, digits and `-_.~`. */
const encoded = (part: string) =>
  encodeURIComponent(part).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
