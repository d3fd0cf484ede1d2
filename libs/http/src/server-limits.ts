import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from './error.filter.js';

/** Times in milliseconds. */
export interface ServerLimits {
  /** For the headers of a request, and for its body, unless `allowTime` gives that more. */
  headersMs: number;
  requestMs: number;
  /** How often Node looks for requests over their time; its own 30 s would make 15 s up to 45. */
  lookMs: number;
  /** How long a connection may wait for its next request. */
  keepAliveMs: number;
  /** A connection on which nothing moves, while an answer is made or read. */
  stalledMs: number;
  /** For the rest of a body nobody wants, and for reading the answer to what was no request. */
  lingerMs: number;
}

/** Load balancers keep connections for 60 s and should be the ones to close them. No route waits longer than 30 s. */
const LIMITS: ServerLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  lookMs: 2_000,
  keepAliveMs: 65_000,
  stalledMs: 60_000,
  lingerMs: 2_000,
};

const CLIENT_ERRORS: Record<string, { statusCode: number; message: string }> = {
  HPE_HEADER_OVERFLOW: { statusCode: 431, message: 'The request headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { statusCode: 408, message: 'The request took too long to arrive' },
};

/** Of requests with a body: when they are ended unless they are whole. */
const ends = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Gives the body of a request, of whoever may send a large one, `ms` milliseconds from now on. It must not stall all the same. */
export function allowTime(request: IncomingMessage, ms: number): void {
  clearTimeout(ends.get(request));
  ends.set(request, setTimeout(() => request.complete || request.socket.destroy(), ms).unref());
}

/** Slow, stalled and malformed clients end by time-outs, hold little, and get the error shape where they can read it. */
export function limitServer(server: Server, limits = LIMITS): void {
  server.headersTimeout = limits.headersMs;
  // Node knows one time for all requests.
  server.requestTimeout = 0;
  server.keepAliveTimeout = limits.keepAliveMs;
  server.timeout = limits.stalledMs;
  // An option of createServer, which is Nest's to call; Node reads it when the server begins to listen.
  (server as Server & { connectionsCheckingInterval: number }).connectionsCheckingInterval = limits.lookMs;
  const answering = new WeakMap<Duplex, number>();
  server.on('clientError', (error, socket) => refuse(error, socket, limits.lingerMs, (answering.get(socket) ?? 0) > 0));
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => answering.set(socket, (answering.get(socket) ?? 1) - 1));
    endUnreadBody(request, response, limits.lingerMs);
    if (!hasBody(request)) return;
    allowTime(request, limits.requestMs);
    response.once('close', () => clearTimeout(ends.get(request)));
  });
}

const hasBody = ({ headers }: IncomingMessage) => 'content-length' in headers || 'transfer-encoding' in headers;

/** `busy`: an earlier request of the connection is being answered, and its answer must not be mixed with this one. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, lingerMs: number, busy: boolean): void {
  if (!socket.writable || busy || error.code === 'ECONNRESET') return void socket.destroy();
  const problem = CLIENT_ERRORS[error.code ?? ''] ?? { statusCode: 400, message: 'The request is not valid HTTP' };
  const body = JSON.stringify(errorBody(problem));
  socket.end(
    `HTTP/1.1 ${problem.statusCode} ${STATUS_CODES[problem.statusCode]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Ending closes our side only; whoever keeps the other one open would hold the socket for ever.
  endAfter(socket, lingerMs);
}

/** After an answer that came before the whole body (401, 413, ...) the rest has a moment to arrive, then the connection ends. */
function endUnreadBody(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.once('finish', () => {
    if (request.complete) return;
    request.once('end', endAfter(request.socket, lingerMs));
  });
}

/** Answers how to call it off; nothing stays behind then on a connection that lives on. */
function endAfter(socket: Duplex, ms: number): () => void {
  const end = setTimeout(() => socket.destroy(), ms).unref();
  const callOff = () => {
    clearTimeout(end);
    socket.off('close', callOff);
  };
  socket.once('close', callOff);
  return callOff;
}
