import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import type { PhaseClock } from './phase-clock.js';
import { permittedAddresses, withIpv4Fallback, type LookUpDeps } from './permitted-addresses.js';
import { connectionFailure } from './request-failure.js';

/** Addresses of one name that are tried before giving up. */
const MAX_ADDRESSES = 3;
/**
 * How long one address may take to answer, in milliseconds: three of them fit into the time of a run, and the third SYN that
 * a system sends goes out after 3 s.
 */
const CONNECT_LIMIT_MS = 10_000;

export interface Endpoint {
  /** A host name or an address. */
  host: string;
  port: number;
  /** The preferred family; an address decides for itself. */
  family: 4 | 6;
}

/** An address with its port, as people write it. */
export const peerName = (address: string, port: number) =>
  isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;

/**
 * Connects to the first address that answers, and enters the phases dns and tcp. Rejects with a RequestFailure or with the
 * signal's reason.
 */
export function connectTo(
  { host, port, family }: Endpoint,
  deps: LookUpDeps,
  clock: PhaseClock,
  signal: AbortSignal,
): Promise<Socket> {
  return withIpv4Fallback(host, family, signal, async (tried) => {
    clock.enter('dns');
    deps.onConnect?.(null);
    const addresses = await permittedAddresses(host, tried, deps, signal);
    clock.enter('tcp');
    let last: unknown;
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      try {
        deps.onConnect?.({ address, port });
        return await connectAddress(address, port, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        last = error;
      }
    }
    throw last;
  });
}

/** One connection to one address, within a limit in milliseconds. Rejects as `connectTo` does. */
export function connectAddress(
  address: string,
  port: number,
  signal: AbortSignal,
  { limitMs = CONNECT_LIMIT_MS, localPort }: { limitMs?: number; localPort?: number } = {},
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const socket = connectTcp({ host: address, port, noDelay: true, localPort });
    const settle = (end: () => void) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      end();
    };
    const fail = (error: unknown) =>
      settle(() => {
        socket.destroy();
        reject(error);
      });
    const abort = () => fail(signal.reason);
    const failed = (error: unknown) => fail(connectionFailure(error, peerName(address, port)));
    const limit = setTimeout(() => failed(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })), limitMs);
    signal.addEventListener('abort', abort, { once: true });
    // Stays for the socket's whole life: an error between two owners must not end the process.
    socket.on('error', failed);
    socket.once('connect', () => settle(() => resolve(socket)));
  });
}
