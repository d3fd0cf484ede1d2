import { isIPv6 } from 'node:net';
import { boundedText } from '#domain';
import { findTool, runTool } from '../system-tool.js';
import { readPings, type PingResult } from './icmp-output.js';
import { RequestFailure } from './request-failure.js';

/** Reference 5.3: between two pings. */
const INTERVAL_SECONDS = '0.5';
/** For the answer to the last ping. 50 pings, the most there are, so end within the time of a run. */
const LAST_WAIT_SECONDS = '2';
/** How long the trial at the start may take, in milliseconds. */
const TRIAL_LIMIT_MS = 5_000;

/** What says that not `ping` is at fault, but that the address cannot be pinged from this machine. */
const NO_WAY: readonly [words: RegExp, code: string][] = [
  [/unreachable|no route/i, 'ENETUNREACH'],
  [/cannot assign requested address/i, 'EADDRNOTAVAIL'],
  [/address family not supported/i, 'EAFNOSUPPORT'],
  [/broadcast|invalid argument/i, 'EINVAL'],
];

/**
 * Pings an address `count` times. Rejects with a RequestFailure where the network has no way there, with the signal's reason,
 * or with the platform's own fault.
 */
export type Ping = (address: string, count: number, signal: AbortSignal) => Promise<PingResult[]>;

/** By the `ping` at `path`, of iputils or busybox. */
export function createPing(path: string): Ping {
  return async (address, count, signal) => {
    const args = ['-c', String(count), '-i', INTERVAL_SECONDS, '-W', LAST_WAIT_SECONDS, address];
    const { stdout, stderr, exitCode } = await runTool(path, args, signal);
    const pings = readPings(stdout.toString(), isIPv6(address) ? 6 : 4);
    if (pings !== null) return pings;
    const words = boundedText(stderr.trim().replaceAll(/\s+/g, ' '), 300) || `it ended with ${exitCode}`;
    const code = NO_WAY.find(([known]) => known.test(words))?.[1];
    if (code === undefined) throw new Error(`ping could not be used: ${words}`);
    throw new RequestFailure(`${address} cannot be pinged: ${words} (${code})`, { networkError: true, code });
  };
}

/**
 * Decision 37: the system's `ping`, once it has reached this machine itself; else why it cannot be used. It is absent from
 * many images, and without the right to open its socket (NET_RAW, or a group within net.ipv4.ping_group_range) it fails.
 */
export async function findPing(path = findTool('ping')): Promise<{ ping: Ping } | { problem: string }> {
  if (path === null) return { problem: 'This machine has no ping' };
  const ping = createPing(path);
  for (const address of ['127.0.0.1', '::1']) {
    try {
      const [trial] = await ping(address, 1, AbortSignal.timeout(TRIAL_LIMIT_MS));
      if (trial?.success) return { ping };
    } catch (error) {
      if (address === '::1') return { problem: error instanceof Error ? error.message : String(error) };
    }
  }
  return { problem: 'ping does not reach this machine itself' };
}
