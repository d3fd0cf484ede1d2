import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { PhaseClock } from './phase-clock.js';
import { permittedAddresses, type LookUpDeps } from './permitted-addresses.js';
import { openTunnel, type Proxy } from './proxy.js';
import { closedConnection, codeOf } from './request-failure.js';
import { connectTo, peerName, type Endpoint } from './tcp-connection.js';
import { secured } from './tls-connection.js';

export interface DialDeps extends LookUpDeps {
  /** What requests go through; null = straight to the target. */
  proxy: Proxy | null;
  /** Certificates for a host of a URL; null = those of everybody. Throws a RequestFailure where they cannot be used. */
  secureContextFor: ((hostname: string) => SecureContext | null) | null;
}

export interface DialTarget {
  url: URL;
  /** The preferred family; an IP address in the URL decides for itself. */
  family: 4 | 6;
  skipSsl: boolean;
}

/**
 * Opens a fresh connection, up to the end of the TLS handshake, and enters the phases dns, tcp and tls. Through a proxy,
 * dns and tcp are the way to the proxy and, for https targets, the tunnel through it. Rejects with a RequestFailure or
 * with the signal's reason.
 */
export async function dial(
  target: DialTarget,
  deps: DialDeps,
  clock: PhaseClock,
  signal: AbortSignal,
): Promise<Socket> {
  const { url, family, skipSsl } = target;
  const secure = url.protocol === 'https:';
  // First, as it may not be usable: then nobody should be connected to.
  const context = (secure && deps.secureContextFor?.(url.hostname)) || null;
  const socket =
    deps.proxy === null
      ? await connectTo(endpointOf(url, family), deps, clock, signal)
      : await dialProxy(deps.proxy, target, deps, clock, signal);
  if (!secure) return socket;
  clock.enter('tls');
  return secured(socket, bareHost(url), skipSsl, signal, context);
}

async function dialProxy(
  proxy: Proxy,
  { url, family }: DialTarget,
  deps: DialDeps,
  clock: PhaseClock,
  signal: AbortSignal,
): Promise<Socket> {
  const fence = isPermitted(endpointOf(url, family).host, deps, signal);
  fence.catch(() => undefined);
  const plain = await connectTo(endpointOf(proxy.url, proxy.family), deps, clock, signal);
  try {
    await fence;
    if (plain.destroyed) throw closedConnection(peerName(bareHost(proxy.url), portOf(proxy.url)));
    const socket = proxy.url.protocol === 'https:' ? await secured(plain, bareHost(proxy.url), false, signal) : plain;
    if (url.protocol === 'https:') await openTunnel(socket, proxy, url, signal);
    return socket;
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

/** What a name server says instead of an address, and that there is none to ask. */
const ANSWERS = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED', 'EAI_AGAIN']);

/**
 * The address policy, as far as it can be asked about what a proxy connects to: addresses in URLs, and names that are
 * known here too. What only the proxy can look up, in the network where it stands, is the proxy's to permit: name servers
 * behind such proxies often know no others, or refuse. One that does not answer in time says nothing, and nobody is asked.
 */
async function isPermitted(host: string, deps: LookUpDeps, signal: AbortSignal): Promise<void> {
  const known = async (family: 4 | 6) => {
    try {
      return await deps.resolve(host, family, signal);
    } catch (error) {
      if (ANSWERS.has(codeOf(error) ?? '')) return [];
      throw error;
    }
  };
  const addresses = (await Promise.all([known(4), known(6)])).flat();
  if (addresses.length > 0) await permittedAddresses(host, 4, { ...deps, resolve: async () => addresses }, signal);
}

const bareHost = ({ hostname }: URL) => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);

const endpointOf = (url: URL, family: 4 | 6): Endpoint => ({ host: bareHost(url), port: portOf(url), family });

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
