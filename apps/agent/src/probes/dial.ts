import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { AddressPolicy } from '#domain';
import type { PhaseClock } from './phase-clock.js';
import { codeOf, connectionFailure, RequestFailure } from './request-failure.js';
import type { Resolve } from './resolve.js';
import { tlsOptions } from './tls-contexts.js';

/** Addresses of one name that are tried before giving up. */
const MAX_ADDRESSES = 4;
/** This machine has IPv6 switched off or no way out with it. */
const NO_IPV6 = new Set(['EAFNOSUPPORT', 'ENETUNREACH', 'EADDRNOTAVAIL']);

export interface DialDeps {
  resolve: Resolve;
  isDenied: AddressPolicy;
}

export interface DialTarget {
  url: URL;
  /** The preferred family; an IP address in the URL decides for itself. */
  family: 4 | 6;
  skipSsl: boolean;
}

/**
 * Opens a fresh connection, up to the end of the TLS handshake, and enters the phases dns, tcp and tls. Rejects with a
 * RequestFailure or with the signal's reason. IPv6 falls back to IPv4 where this machine has no IPv6 (spec, release
 * 7.0.1), not where the target lacks it: then the check is right to fail.
 */
export async function dial(
  target: DialTarget,
  deps: DialDeps,
  clock: PhaseClock,
  signal: AbortSignal,
): Promise<Socket> {
  if (target.family === 4) return dialFamily(target, deps, clock, signal);
  try {
    return await dialFamily(target, deps, clock, signal);
  } catch (error) {
    if (signal.aborted || isIPv6(bareHost(target.url)) || !lacksIpv6(error)) throw error;
    return dialFamily({ ...target, family: 4 }, deps, clock, signal);
  }
}

const bareHost = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1');

function lacksIpv6(error: unknown): boolean {
  if (NO_IPV6.has(codeOf(error) ?? '')) return true;
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return !all.some(({ family, internal }) => family === 'IPv6' && !internal);
}

async function dialFamily(target: DialTarget, deps: DialDeps, clock: PhaseClock, signal: AbortSignal): Promise<Socket> {
  clock.enter('dns');
  const addresses = await deps.resolve(target.url.hostname, target.family, signal);
  const denied = addresses.find(deps.isDenied);
  if (denied !== undefined) throw refused(target.url, denied);
  clock.enter('tcp');
  let last: unknown;
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    try {
      return await connect(address, target, clock, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      last = error;
      clock.enter('tcp');
    }
  }
  throw last ?? new RequestFailure(`The host ${target.url.hostname} has no address`, { networkError: true });
}

function refused(url: URL, address: string): RequestFailure {
  const message = `The address ${address} of ${url.hostname} is denied by this platform's address policy (PHAROS_DENY_TARGETS)`;
  return new RequestFailure(message, { networkError: false });
}

function connect(address: string, target: DialTarget, clock: PhaseClock, signal: AbortSignal): Promise<Socket> {
  const { url, skipSsl } = target;
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const to = { host: address, port, noDelay: true };
  const socket = secure ? connectTls({ ...to, ...tlsOptions(url.hostname, skipSsl) }) : connectTcp(to);
  const peer = isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', abort);
      socket.off('close', closed);
      end();
    };
    const fail = (error: unknown) =>
      settle(() => {
        socket.destroy();
        reject(error);
      });
    const abort = () => fail(signal.reason);
    const closed = () => fail(connectionFailure(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), peer));
    // Stays for the socket's whole life: an error between two owners must not end the process.
    socket.on('error', (error) => fail(connectionFailure(error, peer)));
    socket.once('close', closed);
    if (secure) socket.once('connect', () => clock.enter('tls'));
    socket.once(secure ? 'secureConnect' : 'connect', () => settle(() => resolve(socket)));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
