import { ApiAnswer } from './api-answer.js';
import type { Contract } from './contract.js';

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as it is instead of a JSON body; give the content type in `headers`. */
  raw?: string | Uint8Array;
}

type Body = Record<string, unknown>;

/** Calls the API as a client with one key would, and refuses every answer that the OpenAPI document does not describe. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly contract: Contract,
    /** Sent with every request. */
    private readonly headers: Record<string, string> = {},
  ) {}

  /** The same API with another key (none: anonymous) and, for user keys, an account. */
  as(apiKey?: string, accountId?: string): ApiClient {
    return new ApiClient(this.url, this.contract, {
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(accountId !== undefined && { 'x-service-account': accountId }),
    });
  }

  get<T = Body>(path: string, options?: RequestOptions) {
    return this.send<T>('GET', path, undefined, options);
  }

  post<T = Body>(path: string, body?: unknown, options?: RequestOptions) {
    return this.send<T>('POST', path, body, options);
  }

  put<T = Body>(path: string, body?: unknown, options?: RequestOptions) {
    return this.send<T>('PUT', path, body, options);
  }

  patch<T = Body>(path: string, body?: unknown, options?: RequestOptions) {
    return this.send<T>('PATCH', path, body, options);
  }

  del<T = undefined>(path: string, options?: RequestOptions) {
    return this.send<T>('DELETE', path, undefined, options);
  }

  /** Any method. `body` is sent as JSON; undefined sends none. */
  async send<T = Body>(
    method: string,
    path: string,
    body?: unknown,
    { headers, raw }: RequestOptions = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: { ...this.headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    const { pathname } = new URL(this.url + path);
    this.contract.check({ method, pathname, status: response.status, headers: response.headers, text });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const parsed = (isJson && text !== '' ? JSON.parse(text) : text || undefined) as T;
    return new ApiAnswer(`${method} ${path}`, response.status, response.headers, parsed);
  }
}
