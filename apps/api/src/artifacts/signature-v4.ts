import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A request to sign. `path` is encoded already; there is no query. */
export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  host: string;
  path: string;
  /** SHA-256 of the body. */
  payload: string;
  /** Further headers to sign, their names in lower case. */
  headers?: Record<string, string>;
}

export const EMPTY_PAYLOAD = createHash('sha256').digest('hex');

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** AWS Signature Version 4 in the header `Authorization`, as S3 and everything compatible with it takes. All headers to send. */
export function signed(request: S3Request, credentials: S3Credentials, at: Date): Record<string, string> {
  const { method, host, path, payload } = request;
  const { region, accessKeyId, secretAccessKey } = credentials;
  const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host,
    'x-amz-content-sha256': payload,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${headers[name]!.trim()}\n`).join('');
  const canonical = [method, path, '', lines, names.join(';'), payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...headers, authorization };
}
