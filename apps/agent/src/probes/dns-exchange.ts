import { createSocket } from 'node:dgram';
import { isIPv6, type Socket } from 'node:net';
import { answersTo, decodeAnswer, type DnsDocument } from './dns-message.js';
import { MalformedMessage } from './dns-records.js';
import type { PhaseClock } from './phase-clock.js';
import { connectionFailure, RequestFailure } from './request-failure.js';
import { connectAddress, peerName } from './tcp-connection.js';

/** How long each try over UDP is waited for before the query is sent again, in milliseconds; their sum is the limit over TCP. */
export const TRIES_MS: readonly number[] = [1_000, 2_000, 3_000];

export interface NameServer {
  address: string;
  port: number;
}

export interface Asked {
  document: DnsDocument;
  /** How the answer came in the end. */
  protocol: 'UDP' | 'TCP';
}

/**
 * Asks one name server, and enters the phases dns and, for the connection of TCP, tcp. An answer that did not fit into a
 * datagram is asked for again over TCP. Rejects with a RequestFailure or with the signal's reason.
 */
export async function askServer(
  server: NameServer,
  query: Buffer,
  protocol: 'UDP' | 'TCP',
  clock: PhaseClock,
  signal: AbortSignal,
  triesMs = TRIES_MS,
): Promise<Asked> {
  if (protocol === 'TCP') return overTcp(server, query, clock, signal, triesMs);
  clock.enter('dns');
  const document = decoded(server, await overUdp(server, query, signal, triesMs));
  if (!document.TC) return { document, protocol: 'UDP' };
  try {
    return await overTcp(server, query, clock, signal, triesMs);
  } catch (error) {
    if (!(error instanceof RequestFailure) || signal.aborted) throw error;
    const message = `The answer was too long for UDP, and asking over TCP failed: ${error.message}`;
    throw new RequestFailure(message, { networkError: error.networkError, code: error.code });
  }
}

const total = (triesMs: readonly number[]) => triesMs.reduce((sum, ms) => sum + ms, 0);

function decoded({ address, port }: NameServer, message: Buffer): DnsDocument {
  try {
    return decodeAnswer(message);
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    const text = `The answer from ${peerName(address, port)} is not valid DNS: ${error.message}`;
    throw new RequestFailure(text, { networkError: false });
  }
}

function silence(server: NameServer, triesMs: readonly number[], strangers: number): RequestFailure {
  const others = strangers === 0 ? '' : `; ${strangers} messages that do not answer the question were ignored`;
  const text = `The name server ${peerName(server.address, server.port)} did not answer within ${total(triesMs)} ms`;
  return new RequestFailure(`${text}${others} (ETIMEDOUT)`, { networkError: true, code: 'ETIMEDOUT' });
}

/**
 * A socket of its own, connected: the kernel drops what comes from elsewhere, the port is hard to guess, and a refusal is
 * heard of at once.
 */
function overUdp(server: NameServer, query: Buffer, signal: AbortSignal, triesMs: readonly number[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
    let [tries, strangers] = [0, 0];
    let timer: NodeJS.Timeout | undefined;
    let isOpen = true;
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (isOpen) socket.close();
      isOpen = false;
    };
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    const abort = () => fail(signal.reason);
    const send = () => {
      const patience = triesMs[tries];
      if (patience === undefined) return fail(silence(server, triesMs, strangers));
      tries += 1;
      timer = setTimeout(send, patience);
      socket.send(query);
    };
    signal.addEventListener('abort', abort, { once: true });
    socket.on('error', (error) => fail(connectionFailure(error, peerName(server.address, server.port))));
    socket.on('message', (message) => {
      if (!answersTo(query, message)) return void (strangers += 1);
      stop();
      resolve(message);
    });
    socket.once('connect', send);
    socket.connect(server.port, server.address);
  });
}

async function overTcp(
  server: NameServer,
  query: Buffer,
  clock: PhaseClock,
  signal: AbortSignal,
  triesMs: readonly number[],
): Promise<Asked> {
  clock.enter('tcp');
  const socket = await connectAddress(server.address, server.port, signal, { limitMs: total(triesMs) });
  try {
    clock.enter('dns');
    const message = await converse(socket, server, query, signal, triesMs);
    return { document: decoded(server, message), protocol: 'TCP' };
  } finally {
    socket.destroy();
  }
}

/** RFC 1035, 4.2.2: two bytes of length before each message. */
function converse(
  socket: Socket,
  server: NameServer,
  query: Buffer,
  signal: AbortSignal,
  triesMs: readonly number[],
): Promise<Buffer> {
  const peer = peerName(server.address, server.port);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let [length, wanted] = [0, 2];
    const settle = (end: () => void) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      end();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const abort = () => fail(signal.reason);
    const cut = () => fail(connectionFailure(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), peer));
    const limit = setTimeout(() => fail(silence(server, triesMs, 0)), total(triesMs));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    socket.on('error', (error) => fail(connectionFailure(error, peer)));
    socket.once('close', cut).once('end', cut);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < wanted) return;
      const read = Buffer.concat(chunks);
      wanted = read.readUInt16BE(0) + 2;
      if (length < wanted) return;
      const message = read.subarray(2, wanted);
      if (answersTo(query, message)) settle(() => resolve(message));
      else fail(new RequestFailure(`${peer} answered something else than it was asked`, { networkError: false }));
    });
    const size = Buffer.alloc(2);
    size.writeUInt16BE(query.length);
    socket.write(Buffer.concat([size, query]));
  });
}
