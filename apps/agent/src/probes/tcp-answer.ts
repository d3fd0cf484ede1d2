import type { Socket } from 'node:net';
import { connectionFailure, type RequestFailure } from './request-failure.js';

/** Bytes of an answer that are read. */
export const ANSWER_LIMIT = 64 * 1024;
/** Up to so many bytes each piece is looked at whether it is enough: a peer that drips must not keep the processor busy. */
const LOOKED_AT = 4 * 1024;

/** How long an answer is waited for, in milliseconds. */
export interface Patience {
  /** Until its first byte. */
  firstByte: number;
  /** Since its last byte: most protocols keep the connection open and leave it to silence to mark the end. */
  quiet: number;
  /** In all. */
  total: number;
}

/** `closed` by the peer, `quiet` or silent for too long, over a `limit` of bytes or time, `enough` known, or `failed`. */
export type AnswerEnd = 'closed' | 'quiet' | 'limit' | 'enough' | 'failed';

export interface TcpAnswer {
  /** At most 64 KiB. */
  data: Buffer;
  ended: AnswerEnd;
  /** What broke the connection; null unless `failed`. */
  failure: RequestFailure | null;
}

/**
 * Reads what a peer says until it closes, stops talking, or `isEnough` of it has come. Rejects with the signal's reason
 * only: a broken connection is a fact about the answer.
 */
export function readAnswer(
  socket: Socket,
  peer: string,
  patience: Patience,
  isEnough: (data: Buffer) => boolean,
  signal: AbortSignal,
): Promise<TcpAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      clearTimeout(silence);
      clearTimeout(total);
      signal.removeEventListener('abort', abort);
      socket.off('data', heard).off('end', closed).off('close', closed).off('error', failed);
      socket.destroy();
    };
    const end = (ended: AnswerEnd, failure: RequestFailure | null = null) => {
      stop();
      resolve({ data: Buffer.concat(chunks), ended, failure });
    };
    const abort = () => {
      stop();
      reject(signal.reason);
    };
    const closed = () => end('closed');
    const failed = (error: unknown) => end('failed', connectionFailure(error, peer));
    const heard = (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, ANSWER_LIMIT - length));
      length += chunk.length;
      if (length >= ANSWER_LIMIT) return end('limit');
      if (length <= LOOKED_AT && isEnough(Buffer.concat(chunks))) return end('enough');
      clearTimeout(silence);
      silence = setTimeout(() => end('quiet'), patience.quiet);
    };
    let silence = setTimeout(() => end('quiet'), patience.firstByte);
    const total = setTimeout(() => end('limit'), patience.total);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    socket.on('error', failed).on('data', heard).once('end', closed).once('close', closed);
  });
}
