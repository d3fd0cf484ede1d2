import type { Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { closedConnection, connectionFailure } from './request-failure.js';
import { peerName } from './tcp-connection.js';
import { tlsOptions } from './tls-contexts.js';

/**
 * TLS over a connection that is open. Rejects with a RequestFailure or with the signal's reason, and then has closed the
 * connection.
 */
export function secured(
  socket: Socket,
  host: string,
  skipSsl: boolean,
  signal: AbortSignal,
  context: SecureContext | null = null,
): Promise<TLSSocket> {
  const peer = peerName(socket.remoteAddress ?? host, socket.remotePort ?? 0);
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      socket.destroy();
      return reject(signal.reason);
    }
    // Its end has been told already, and is not told again.
    if (socket.destroyed) return reject(closedConnection(peer));
    const secure = connect({ socket, ...tlsOptions(host, skipSsl, context) });
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', abort);
      secure.off('close', closed);
      end();
    };
    const fail = (error: unknown) =>
      settle(() => {
        secure.destroy();
        socket.destroy();
        reject(error);
      });
    const abort = () => fail(signal.reason);
    const closed = () => fail(closedConnection(peer));
    signal.addEventListener('abort', abort, { once: true });
    // Stays for the connection's whole life: an error between two owners must not end the process.
    secure.on('error', (error) => fail(connectionFailure(error, peer)));
    secure.once('close', closed);
    secure.once('secureConnect', () => settle(() => resolve(secure)));
  });
}
