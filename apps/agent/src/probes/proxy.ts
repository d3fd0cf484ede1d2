import { request as httpRequest } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { boundedText } from '#domain';
import { takeCredentials } from './basic-auth.js';
import { UnusableRequest } from './probe.js';
import { RequestFailure } from './request-failure.js';
import { settled } from './settled.js';

/** What a location's requests go through (reference 5.11). */
export interface Proxy {
  /** http or https; without credentials. */
  url: URL;
  /** The value of Proxy-Authorization. */
  authorization: string | null;
  family: 4 | 6;
}

/** Reads a `proxyUrl` whose variables are filled in. Throws UnusableRequest: the target is not to blame. */
export function proxyOf(text: string): Proxy {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
    throw new UnusableRequest(
      'the proxyUrl of its location is not an http or https URL once its variables are filled in',
    );
  }
  const url = new URL(trimmed);
  return { authorization: takeCredentials(url), url, family: isIPv6(url.hostname.slice(1, -1)) ? 6 : 4 };
}

/** The headers that a proxy wants with each request that is for itself. */
export const proxyHeaders = ({ authorization }: Proxy): Record<string, string> =>
  authorization === null ? {} : { 'Proxy-Authorization': authorization };

/** Asks the proxy at the other end for a way to the target (CONNECT); afterwards the connection leads there. */
export async function openTunnel(socket: Socket, proxy: Proxy, target: URL, signal: AbortSignal): Promise<void> {
  const authority = `${target.hostname}:${target.port === '' ? 443 : target.port}`;
  await settled<void>(socket, signal, (resolve, reject) => {
    const asking = httpRequest({
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...proxyHeaders(proxy) },
      setHost: false,
      createConnection: () => socket,
    });
    asking.on('error', reject);
    // Node has it so for every answer to CONNECT, also for one that refuses.
    asking.once('connect', ({ statusCode = 0, statusMessage }) => {
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(refused(authority, statusCode, statusMessage));
    });
    asking.end();
  });
}

function refused(authority: string, status: number, text = ''): RequestFailure {
  const message = `The proxy refused a connection to ${authority}: ${status} ${boundedText(text, 100)}`.trimEnd();
  // 502, 503 and 504 say that the proxy could not reach the target.
  return new RequestFailure(message, { networkError: status >= 500 });
}
