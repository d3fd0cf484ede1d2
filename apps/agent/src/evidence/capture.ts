import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peer } from '../probes/permitted-addresses.js';
import { startTool, type RunningTool } from '../system-tool.js';

/** Bytes of each packet: its headers, and an ICMP message with those that it is about. */
const PACKET_BYTES = 128;
/** With those bytes, some 30 KiB. */
const MOST_PACKETS = 200;
/** How long the capture may take to begin and to end, in milliseconds. */
const BEGIN_MS = 1_500;
const END_MS = 1_000;
/** A pcap without packets is its header. */
const PCAP_HEADER_BYTES = 24;

/** Null where there were no packets. */
type Captured = { pcap: Buffer | null } | { problem: string };

export interface Capture {
  /** Ends the capture. */
  packets(): Promise<Captured>;
}

/**
 * Captures the packets between a port of this machine and a peer, and ICMP messages about them, by tcpdump; nothing of any
 * other connection. Where that cannot be done, it says why.
 */
export async function startCapture(
  tcpdump: string | null,
  peer: Peer,
  localPort: number,
  signal: AbortSignal,
): Promise<Capture | { problem: string }> {
  if (tcpdump === null) return { problem: 'this machine has no tcpdump' };
  const kill = new AbortController();
  const tool = startTool(tcpdump, captureArgs(peer, localPort), AbortSignal.any([signal, kill.signal]));
  const late = new AbortController();
  await Promise.race([
    tool.said(/listening on/),
    sleep(BEGIN_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return { packets: () => ended(tool).finally(() => kill.abort()) };
}

function captureArgs({ address, port }: Peer, localPort: number): string[] {
  // The address without its zone, which filters do not know.
  const host = address.replace(/%.*$/, '');
  // Of the packet that an ICMP message is about: its source port, behind two headers.
  const about = isIPv6(host) ? `ip6[6] = 58 and ip6[88:2] = ${localPort}` : `icmp and icmp[28:2] = ${localPort}`;
  const filter = `(host ${host} and tcp port ${port} and tcp port ${localPort}) or (${about})`;
  const once = ['-i', 'any', '-n', '-p', '-U', '--immediate-mode', '-s', `${PACKET_BYTES}`, '-c', `${MOST_PACKETS}`];
  // As root it would change to a user of its own, which many images lack.
  const user = process.getuid?.() === 0 ? ['-Z', 'root'] : [];
  return [...once, ...user, '-w', '-', filter];
}

async function ended(tool: RunningTool): Promise<Captured> {
  tool.stop();
  const late = new AbortController();
  const tooLate = sleep(END_MS, null, { signal: late.signal }).catch(() => null);
  try {
    const result = await Promise.race([tool.ended, tooLate]);
    if (result === null) return { problem: 'tcpdump did not end' };
    const { stdout, stderr } = result;
    if (stdout.length > PCAP_HEADER_BYTES) return { pcap: stdout };
    const words =
      stderr
        .replaceAll(/^.*listening on.*$/gm, '')
        .trim()
        .split('\n')[0] ?? '';
    return stdout.length === 0 ? { problem: words.slice(0, 300) || 'tcpdump said nothing' } : { pcap: null };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    late.abort();
  }
}
