import type { Socket } from 'node:net';

/** The beginning of an answer. */
export const HEAD = 'HTTP/1.1 200 OK\r\n';
const says = (text: string) => (socket: Socket) => socket.once('data', () => socket.end(text));

/** What a target does with a connection, and how a check of it ends. */
export const HOSTILE: [string, (socket: Socket) => unknown, string][] = [
  ['closes at once', (socket) => socket.end(), 'ECONNRESET'],
  ['resets at once', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  [
    'resets in the middle of a header',
    (socket) => socket.once('data', () => socket.write(`${HEAD}Con`, () => socket.resetAndDestroy())),
    'ECONNRESET',
  ],
  ['promises a longer body', says(`${HEAD}Content-Length: 100\r\n\r\nabc`), 'before the answer was complete'],
  ['cuts a chunk', says(`${HEAD}Transfer-Encoding: chunked\r\n\r\n10\r\nabc`), 'before the answer was complete'],
  [
    'leaves the last chunk out',
    says(`${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`),
    'before the answer was complete',
  ],
  ['sends a chunk of no size', says(`${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc`), 'not valid HTTP'],
  ['sends two lengths', says(`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nabc`), 'not valid HTTP'],
  [
    'sends a length and chunks',
    says(`${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    'not valid HTTP',
  ],
  ['sends a length that is none', says(`${HEAD}Content-Length: -1\r\n\r\n`), 'not valid HTTP'],
  ['sends a status that is none', says('HTTP/1.1 abc OK\r\n\r\n'), 'not valid HTTP'],
  ['sends another protocol', says('SSH-2.0-OpenSSH_9.6\r\n'), 'not valid HTTP'],
  ['sends NUL in a header', says(`${HEAD}A: a\0b\r\n\r\n`), 'not valid HTTP'],
  ['sends one header too large', says(`${HEAD}A: ${'a'.repeat(70_000)}\r\n\r\n`), 'too large'],
  [
    'sends headers without end',
    (socket) => socket.once('data', () => drip(socket, HEAD, `A: ${'a'.repeat(1_000)}\r\n`, 0)),
    'too large',
  ],
  [
    'switches the protocol',
    says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nabc'),
    'switched to another protocol',
  ],
  ['says go on, and no more', says('HTTP/1.1 100 Continue\r\n\r\n'), 'ECONNRESET'],
  ['says more than it promised', says(`${HEAD}Content-Length: 1\r\n\r\nab${HEAD}\r\n`), 'not valid HTTP'],
];

/** Sends `first`, and then `next` again and again. */
export function drip(socket: Socket, first: string, next: string, everyMs: number): void {
  socket.write(first);
  const more = () => {
    if (!socket.destroyed) socket.write(next, () => (everyMs === 0 ? setImmediate(more) : setTimeout(more, everyMs)));
  };
  more();
}
