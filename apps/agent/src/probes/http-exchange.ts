import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { dial, type DialDeps, type DialTarget } from './dial.js';
import type { PhaseClock } from './phase-clock.js';
import { proxyHeaders, type Proxy } from './proxy.js';
import { NO_BODY, readBody, type Body } from './read-body.js';
import { RequestFailure } from './request-failure.js';
import { settled } from './settled.js';

/** Bytes of all headers of an answer; more is an error of the target. */
const HEADERS_LIMIT = 64 * 1024;

const SWITCHED = 'The target switched to another protocol (status 101), which nobody had asked for';

const UNAUTHENTICATED = 'The proxy of the location does not accept its credentials (407 Proxy Authentication Required)';

export interface HttpRequest extends DialTarget {
  method: string;
  /** Without Content-Length, which follows from the body; so does Host from the URL unless it is named. */
  headers: Readonly<Record<string, string>>;
  /** Names, in lower case, of further headers that hold credentials: they stay with the origin of the request. */
  credentialHeaders?: readonly string[];
  body: string | null;
  /** Bytes of an answer's body of this type to keep for assertions and results. */
  bytesToKeep(this: void, contentType: string | null): number;
}

export interface HttpAnswer {
  status: number;
  statusText: string;
  /** Name and value by turns, as received. */
  rawHeaders: readonly string[];
  /** The value of the Location header, where there is one. */
  location: string | null;
  contentType: string | null;
  /** When the target's certificate ends, in unix milliseconds; null without TLS. */
  certificateEnds: number | null;
  /** Decoded (RFC 9110, Content-Encoding); at most `bytesToKeep`. */
  body: Buffer;
  /** The body was longer than what was kept or read. */
  truncated: boolean;
  /** To be called once the body is of no use any more. */
  release: Body['release'];
}

/**
 * One request over a fresh connection. Bodies are read to their end unless `isRedirect` says that nobody wants this
 * one. Rejects with a RequestFailure or with the signal's reason.
 */
export async function exchange(
  request: HttpRequest,
  deps: DialDeps,
  clock: PhaseClock,
  signal: AbortSignal,
  isRedirect: (status: number, location: string | null) => boolean,
): Promise<HttpAnswer> {
  const socket = await dial(request, deps, clock, signal);
  const certificateEnds = request.url.protocol === 'https:' ? endOf(socket as TLSSocket) : null;
  const failed = new AbortController();
  try {
    clock.enter('firstByte');
    return await settled<HttpAnswer>(socket, signal, (resolve, reject) => {
      const outgoing = send(request, socket, clock, deps.proxy);
      outgoing.on('error', reject);
      // Node would close the connection and say nothing.
      outgoing.once('upgrade', () => reject(new RequestFailure(SWITCHED, { networkError: true })));
      outgoing.once('response', (message) => {
        // A proxy's own answer, whatever the check makes of the status of its target.
        if (message.statusCode === 407 && isForProxy(request, deps.proxy)) {
          return reject(new RequestFailure(UNAUTHENTICATED, { networkError: false }));
        }
        const location = message.headers.location ?? null;
        const done = (body: Body) => resolve(answerOf(message, location, certificateEnds, body));
        if (isRedirect(message.statusCode ?? 0, location)) done(NO_BODY);
        else readBody(message, request.bytesToKeep(contentTypeOf(message)), failed.signal, done, reject);
      });
      outgoing.end(request.body ?? undefined);
    });
  } catch (error) {
    failed.abort();
    throw error;
  } finally {
    socket.destroy();
  }
}

const contentTypeOf = ({ headers }: IncomingMessage) => headers['content-type'] ?? null;

/** Whether the proxy is asked itself, and not the target through a tunnel. */
const isForProxy = ({ url }: HttpRequest, proxy: Proxy | null) => proxy !== null && url.protocol === 'http:';

/** Of a proxy that is asked to fetch an http URL itself, the request names the whole URL (RFC 9112, 3.2.2). */
function send(request: HttpRequest, socket: Socket, clock: PhaseClock, proxy: Proxy | null): ClientRequest {
  const { url, method, headers, body } = request;
  const asked = isForProxy(request, proxy) ? proxy : null;
  const path = `${url.pathname}${url.search}`;
  const outgoing = httpRequest({
    method,
    path: asked === null ? path : `${url.origin}${path}`,
    headers: {
      Host: url.host,
      ...headers,
      ...(asked === null ? {} : proxyHeaders(asked)),
      ...(body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    },
    setHost: false,
    maxHeaderSize: HEADERS_LIMIT,
    createConnection: () => socket,
  });
  // Before the parser's own listener: the body may be complete in the same chunk.
  outgoing.once('socket', () => socket.prependOnceListener('data', () => clock.enter('download')));
  return outgoing;
}

/** Accepted or not. Null for what is no time. */
function endOf(socket: TLSSocket): number | null {
  const end = Date.parse(socket.getPeerX509Certificate()?.validTo ?? '');
  return Number.isNaN(end) ? null : end;
}

function answerOf(
  message: IncomingMessage,
  location: string | null,
  certificateEnds: number | null,
  { kept, truncated, release }: Body,
): HttpAnswer {
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? '',
    rawHeaders: message.rawHeaders,
    location,
    contentType: contentTypeOf(message),
    certificateEnds,
    body: kept,
    truncated,
    release,
  };
}
