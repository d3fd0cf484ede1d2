import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { sharedRoom } from './body-room.js';
import { RequestFailure } from './request-failure.js';

/** Bytes of a body that are read, after decoding; the rest is left unread and the answer counts as truncated. */
export const BODY_READ_LIMIT = 25 * 1024 * 1024;

/** Bytes of each body that are kept whatever others hold. */
const ALWAYS_ROOM = 64 * 1024;

export interface Body {
  kept: Buffer;
  /** It was longer than what was kept or read. */
  truncated: boolean;
  /** Gives its room to others; to be called once it is of no use any more. */
  release(this: void): void;
}

export const NO_BODY: Body = { kept: Buffer.alloc(0), truncated: false, release: () => undefined };

/**
 * Reads a body to its end, or to the limit, and undoes its Content-Encoding (gzip, deflate, br) on the way, so that a body
 * which grows without end in the decoder ends at the same limit. Of other and of several encodings the bytes stay as they
 * came. Calls `reject` when the body is cut short or is not what its encoding says. Once `unwanted` aborts nothing more is
 * read, and nothing is held.
 */
export function readBody(
  message: IncomingMessage,
  keepBytes: number,
  unwanted: AbortSignal,
  done: (body: Body) => void,
  reject: (error: unknown) => void,
): void {
  message.on('error', reject);
  unwanted.addEventListener('abort', () => message.destroy());
  const decoder = decoderOf(message.headers['content-encoding']);
  if (decoder === null) return collect(message, keepBytes, unwanted, done, () => message.destroy());
  const fail = (error: Error) => {
    message.destroy();
    reject(undecodable(message, error));
  };
  const empty = () => done(NO_BODY);
  // Answers to HEAD, and those with status 204 or 304, name an encoding and have no body: that is no broken one.
  message.once('end', empty);
  message.once('data', (first: Buffer) => {
    message.off('end', empty);
    const decoded = decoder(first[0] ?? 0);
    decoded.on('error', fail);
    message.once('error', () => decoded.destroy());
    collect(decoded, keepBytes, unwanted, done, () => {
      decoded.destroy();
      message.destroy();
    });
    decoded.write(first);
    message.pipe(decoded);
  });
}

function collect(
  source: Readable,
  keepBytes: number,
  unwanted: AbortSignal,
  done: (body: Body) => void,
  stop: () => void,
): void {
  const chunks: Buffer[] = [];
  let [kept, seen, taken] = [0, 0, 0];
  let isDone = false;
  const release = () => {
    sharedRoom.release(taken);
    taken = 0;
  };
  // A decoder may have all of the message already: the end of the connection does not end it.
  unwanted.addEventListener('abort', () => {
    source.destroy();
    release();
  });
  const end = (isCut: boolean) => {
    isDone = true;
    done({ kept: Buffer.concat(chunks), truncated: isCut || seen > kept, release });
  };
  const hasRoom = (bytes: number) => {
    if (kept + bytes <= ALWAYS_ROOM) return true;
    const found = sharedRoom.take(bytes);
    if (found) taken += bytes;
    return found;
  };
  source.on('end', () => end(false));
  source.once('close', () => isDone || release());
  source.on('data', (chunk: Buffer) => {
    // What came after a piece that was not kept would not belong to what was.
    const wanted = seen > kept ? NO_BODY.kept : chunk.subarray(0, keepBytes - kept);
    seen += chunk.length;
    if (wanted.length > 0 && hasRoom(wanted.length)) {
      chunks.push(wanted);
      kept += wanted.length;
    }
    if (seen >= BODY_READ_LIMIT) {
      end(true);
      stop();
    }
  });
}

/** Makes a decoder from the first byte of a body. */
type Decoder = (first: number) => Duplex;

const DECODERS = new Map<string, Decoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // RFC 9110 means zlib's format; many servers send the bare stream, as browsers know.
  ['deflate', (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw())],
]);

const decoderOf = (encoding: string | undefined) => DECODERS.get(encoding?.trim().toLowerCase() ?? '') ?? null;

function undecodable({ headers }: IncomingMessage, error: Error): RequestFailure {
  const text = `The body is not valid ${headers['content-encoding']}: ${error.message}`;
  return new RequestFailure(text, { networkError: false });
}
