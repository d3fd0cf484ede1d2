import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { dial, type DialDeps, type DialTarget } from './dial.js';
import type { PhaseClock } from './phase-clock.js';
import { connectionFailure } from './request-failure.js';

/** Bytes of a body that are read; the rest is left unread and the answer counts as truncated. */
export const BODY_READ_LIMIT = 25 * 1024 * 1024;
/** Bytes of all headers of an answer; more is an error of the target. */
const HEADERS_LIMIT = 64 * 1024;

export interface HttpRequest extends DialTarget {
  method: string;
  /** Without Host, which follows from the URL. */
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Bytes of the body to keep for assertions and results. */
  keepBytes: number;
}

export interface HttpAnswer {
  status: number;
  statusText: string;
  /** Name and value by turns, as received. */
  rawHeaders: readonly string[];
  /** The value of the Location header, where there is one. */
  location: string | null;
  contentType: string | null;
  /** At most `keepBytes`. */
  body: Buffer;
  /** The body was longer than what was kept or read. */
  truncated: boolean;
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
  try {
    clock.enter('firstByte');
    return await settled<HttpAnswer>(socket, signal, (resolve, reject) => {
      const outgoing = send(request, socket, clock);
      outgoing.on('error', reject);
      outgoing.once('response', (message) => {
        const location = message.headers.location ?? null;
        const done = (body: Body) => resolve(answerOf(message, location, body));
        if (isRedirect(message.statusCode ?? 0, location)) done({ kept: Buffer.alloc(0), truncated: false });
        else read(message, request.keepBytes, done, reject);
      });
      outgoing.end(request.body ?? undefined);
    });
  } finally {
    socket.destroy();
  }
}

function send({ url, method, headers }: HttpRequest, socket: Socket, clock: PhaseClock): ClientRequest {
  const outgoing = httpRequest({
    method,
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...headers },
    setHost: false,
    maxHeaderSize: HEADERS_LIMIT,
    createConnection: () => socket,
  });
  // Before the parser's own listener: the body may be complete in the same chunk.
  outgoing.once('socket', () => socket.prependOnceListener('data', () => clock.enter('download')));
  return outgoing;
}

function answerOf(message: IncomingMessage, location: string | null, { kept, truncated }: Body): HttpAnswer {
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? '',
    rawHeaders: message.rawHeaders,
    location,
    contentType: message.headers['content-type'] ?? null,
    body: kept,
    truncated,
  };
}

interface Body {
  kept: Buffer;
  truncated: boolean;
}

function read(
  message: IncomingMessage,
  keepBytes: number,
  done: (body: Body) => void,
  reject: (error: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let [kept, seen] = [0, 0];
  const result = () => ({ kept: Buffer.concat(chunks), truncated: seen > kept });
  message.on('error', reject);
  message.on('end', () => done(result()));
  message.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    const wanted = chunk.subarray(0, keepBytes - kept);
    if (wanted.length > 0) chunks.push(wanted);
    kept += wanted.length;
    if (seen >= BODY_READ_LIMIT) {
      message.destroy();
      done({ ...result(), truncated: true });
    }
  });
}

/** What ends, besides by itself, when the signal aborts or the connection fails. */
function settled<T>(
  socket: Socket,
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  const peer = `${socket.remoteAddress ?? 'the target'}:${socket.remotePort ?? ''}`;
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      socket.destroy();
    };
    const done = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    begin(
      (value) => {
        done();
        resolve(value);
      },
      (error) => {
        done();
        reject(connectionFailure(error, peer));
      },
    );
  });
}
