import type { Socket } from 'node:net';
import { closedConnection, connectionFailure } from './request-failure.js';
import { peerName } from './tcp-connection.js';

/** What ends, besides by itself, when the signal aborts or the connection fails. */
export function settled<T>(
  socket: Socket,
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  const peer = peerName(socket.remoteAddress ?? 'the target', socket.remotePort ?? 0);
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      socket.destroy();
    };
    const done = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return abort();
    // Its end has been told already, and is not told again.
    if (socket.destroyed) return reject(closedConnection(peer));
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
