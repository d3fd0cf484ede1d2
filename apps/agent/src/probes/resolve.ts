import { lookup, Resolver } from 'node:dns/promises';
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { codeOf, RequestFailure } from './request-failure.js';
import { HostsFile } from './hosts-file.js';

/** Finds the addresses of a host name; rejects with a RequestFailure. IP addresses are their own. */
export type Resolve = (host: string, family: 4 | 6, signal: AbortSignal) => Promise<string[]>;

const LOOPBACK = { 4: '127.0.0.1', 6: '::1' } as const;
/** How long the resolver's settings are good for before /etc/resolv.conf is looked at again, in milliseconds. */
const SETTINGS_FRESH_MS = 5_000;

/**
 * A resolver with its own sockets: `dns.lookup` would share four threads with every other probe and measure their
 * queue. The order is that of most systems: address, hosts file, localhost (RFC 6761), name server. Only a name that
 * the name server does not know goes to `dns.lookup`, which knows search domains and mDNS. Where there is no answer it
 * would find none either, and hold one of its threads for long.
 */
export function createResolve(hosts = new HostsFile(), newResolver = systemResolver): Resolve {
  const servers = new NameServers(newResolver);
  return async (host, family, signal) => {
    const name = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    if (isIP(name) !== 0) return [name];
    const known = hosts.addresses(name, family);
    if (known.length > 0) return known;
    if (name === 'localhost' || name.endsWith('.localhost')) return [LOOPBACK[family]];
    return abortable(
      servers.resolve(name, family).catch((error: unknown) => {
        if (isUnknownName(error)) return systemLookup(name, family);
        throw lookUpFailure(name, family, codeOf(error));
      }),
      signal,
    );
  };
}

const systemResolver = () => new Resolver({ timeout: 3_000, tries: 3 });

/** Whether a look-up ended with the answer that there is no such name, or no such address of it. */
const isUnknownName = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes(codeOf(error) ?? '');

function lookUpFailure(name: string, family: 4 | 6, code: string | null): RequestFailure {
  const what = code === 'ENOTFOUND' ? `has no IPv${family} address` : 'could not be looked up';
  return new RequestFailure(`The host ${name} ${what} (${code ?? 'no code'})`, { networkError: true, code });
}

/** `dns.lookup`: what the operating system is set up for (nsswitch, search domains, mDNS), through its four threads. */
export const resolveBySystem: Resolve = async (host, family, signal) => {
  if (isIP(host) !== 0) return [host];
  return abortable(systemLookup(host, family), signal);
};

class NameServers {
  private resolver: Resolver;
  private checkedAt = performance.now();
  private changedAt = changeOf('/etc/resolv.conf');

  constructor(private readonly newResolver: () => Resolver) {
    this.resolver = newResolver();
  }

  resolve(name: string, family: 4 | 6): Promise<string[]> {
    this.refresh();
    return family === 4 ? this.resolver.resolve4(name) : this.resolver.resolve6(name);
  }

  /** A Resolver reads its settings once; agents live for months. */
  private refresh(): void {
    const now = performance.now();
    if (now - this.checkedAt < SETTINGS_FRESH_MS) return;
    this.checkedAt = now;
    const changedAt = changeOf('/etc/resolv.conf');
    if (changedAt === this.changedAt) return;
    this.changedAt = changedAt;
    this.resolver = this.newResolver();
  }
}

function changeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

async function systemLookup(name: string, family: 4 | 6): Promise<string[]> {
  try {
    const found = await lookup(name, { all: true, family });
    return found.map(({ address }) => address);
  } catch (error) {
    throw lookUpFailure(name, family, codeOf(error));
  }
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
