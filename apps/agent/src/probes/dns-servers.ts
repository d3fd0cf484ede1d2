import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import type { DnsRequest } from '#domain';
import type { NameServer } from './dns-exchange.js';
import { permittedAddresses, type LookUpDeps } from './permitted-addresses.js';
import { RequestFailure } from './request-failure.js';

const DNS_PORT = 53;
/** Reference 5.3: asked in this order where a check names none, and the system's own after them. */
const PUBLIC_SERVERS: readonly string[] = ['8.8.8.8', '1.1.1.1'];
/** Further ones of the system's would not be reached in the time of a run. */
const MAX_SYSTEM_SERVERS = 2;

/** The name servers for checks that name none, as `address`, `address:port` or `[address]:port`. */
export const defaultServers = (): string[] => [...PUBLIC_SERVERS, ...getServers().slice(0, MAX_SYSTEM_SERVERS)];

/**
 * The name servers of a check, to be asked in turn until one answers: its own alone, or the default ones. None of them
 * is denied by the address policy. Rejects with a RequestFailure.
 */
export async function nameServersOf(
  { nameServer, port }: Pick<DnsRequest, 'nameServer' | 'port'>,
  deps: LookUpDeps,
  defaults: readonly string[],
  signal: AbortSignal,
): Promise<NameServer[]> {
  if (nameServer) {
    const [address = ''] = await eitherFamily(nameServer, deps, signal);
    return [{ address, port: port ?? DNS_PORT }];
  }
  const servers = defaults.map(serverOf).map((server) => ({ ...server, port: port ?? server.port }));
  const permitted = servers.filter(({ address }) => !deps.isDenied(address));
  if (permitted.length > 0) return permitted;
  const text = "All default name servers are denied by this platform's address policy (PHAROS_DENY_TARGETS)";
  throw new RequestFailure(text, { networkError: false });
}

/** A check does not say in which family its name server is asked: IPv4 where there is one. */
async function eitherFamily(host: string, deps: LookUpDeps, signal: AbortSignal): Promise<string[]> {
  try {
    return await permittedAddresses(host, 4, deps, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof RequestFailure && error.networkError)) throw error;
    return permittedAddresses(host, 6, deps, signal).catch(() => Promise.reject(error));
  }
}

function serverOf(text: string): NameServer {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const { address = '', port = '' } = /^\[?(?<address>.*?)\]?:(?<port>\d+)$/.exec(text)?.groups ?? {};
  return { address, port: Number(port) };
}
