import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { AddressPolicy } from '#domain';
import { codeOf, RequestFailure } from './request-failure.js';
import type { Resolve } from './resolve.js';

/** This machine has IPv6 switched off or no way out with it. */
const NO_IPV6 = new Set(['EAFNOSUPPORT', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/** Where a connection goes. */
export interface Peer {
  address: string;
  port: number;
}

export interface LookUpDeps {
  resolve: Resolve;
  isDenied: AddressPolicy;
  /** Told of each peer, permitted by then, before it is connected to; null while there is none yet. */
  onConnect?: (peer: Peer | null) => void;
}

/** The addresses of a host, once the address policy has seen them all. Rejects with a RequestFailure. */
export async function permittedAddresses(
  host: string,
  family: 4 | 6,
  { resolve, isDenied }: LookUpDeps,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await resolve(host, family, signal);
  const denied = addresses.find(isDenied);
  if (denied !== undefined) {
    const message = `The address ${denied} of ${host} is denied by this platform's address policy (PHAROS_DENY_TARGETS)`;
    throw new RequestFailure(message, { networkError: false });
  }
  if (addresses.length === 0) throw new RequestFailure(`The host ${host} has no address`, { networkError: true });
  return addresses;
}

/**
 * Tries `attempt` with the wished family. IPv6 falls back to IPv4 where this machine has no IPv6 (spec, release 7.0.1), not
 * where the target lacks it: then the check is right to fail. An address for a host decides for itself.
 */
export async function withIpv4Fallback<T>(
  host: string,
  family: 4 | 6,
  signal: AbortSignal,
  attempt: (family: 4 | 6) => Promise<T>,
): Promise<T> {
  if (family === 4) return attempt(4);
  try {
    return await attempt(6);
  } catch (error) {
    if (signal.aborted || isIPv6(host) || !lacksIpv6(error)) throw error;
    return attempt(4);
  }
}

function lacksIpv6(error: unknown): boolean {
  if (NO_IPV6.has(codeOf(error) ?? '')) return true;
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return !all.some(({ family, internal }) => family === 'IPv6' && !internal);
}
