/** One ping, as results show it. */
export interface PingResult {
  /** From 1. */
  sequence: number;
  /** Type and code of the ICMP message that came back; null when none came or it is of an unknown kind. */
  type: number | null;
  code: number | null;
  success: boolean;
  /** Milliseconds; null without an answer. */
  rtt: number | null;
  /** What was left of it on arrival; null without an answer. */
  ttl: number | null;
}

/** The messages that say why a ping was not answered: ICMP and ICMPv6, by the words of iputils. */
const PROBLEMS: readonly [words: RegExp, type: number, code: number][] = [
  [/Destination Net Unreachable/, 3, 0],
  [/Destination Host Unreachable/, 3, 1],
  [/Destination Protocol Unreachable/, 3, 2],
  [/Destination Port Unreachable/, 3, 3],
  [/Frag needed/, 3, 4],
  [/Packet filtered/, 3, 13],
  [/Time to live exceeded/, 11, 0],
  [/unreachable: No route/, 1, 0],
  [/unreachable: Administratively prohibited/, 1, 1],
  [/unreachable: Beyond scope/, 1, 2],
  [/unreachable: Address unreachable/, 1, 3],
  [/unreachable: Port unreachable/, 1, 4],
  [/Time exceeded: Hop limit/, 3, 0],
  [/Packet too big/, 2, 0],
];
/** Echo reply, of ICMP and of ICMPv6. */
const REPLY = { 4: 0, 6: 129 } as const;

const ANSWERED = /\b(icmp_)?seq=(\d+)\b.*?\bttl=(\d+)\b.*?\btime[=<]([\d.]+) ?ms/;
const REFUSED = /^From .*\bicmp_seq=(\d+)\b/;
const SUMMARY = /^(\d+) packets transmitted\b/m;

/**
 * What `ping` said, of iputils (which counts from 1) or of busybox (which counts from 0); null when it never came to sending.
 * Only the first answer to each ping counts, so duplicates do not make up for losses.
 */
export function readPings(output: string, family: 4 | 6): PingResult[] | null {
  const sent = Number(SUMMARY.exec(output)?.[1] ?? 0);
  if (sent === 0) return null;
  const found = new Map<number, PingResult>();
  for (const line of output.split('\n')) {
    const result = answered(line, family) ?? refused(line);
    if (result !== null && !found.get(result.sequence)?.success) found.set(result.sequence, result);
  }
  return Array.from({ length: sent }, (_, n) => found.get(n + 1) ?? lost(n + 1));
}

function answered(line: string, family: 4 | 6): PingResult | null {
  const match = ANSWERED.exec(line);
  if (match === null) return null;
  const [, iputils, sequence, ttl, rtt] = match;
  const first = iputils === undefined ? 0 : 1;
  const numbers = { sequence: Number(sequence) - first + 1, rtt: Number(rtt), ttl: Number(ttl) };
  return { ...numbers, type: REPLY[family], code: 0, success: true };
}

function refused(line: string): PingResult | null {
  const match = REFUSED.exec(line);
  if (match === null) return null;
  const [, type = null, code = null] = PROBLEMS.find(([words]) => words.test(line)) ?? [];
  return { ...lost(Number(match[1])), type, code };
}

const lost = (sequence: number): PingResult => ({
  sequence,
  type: null,
  code: null,
  success: false,
  rtt: null,
  ttl: null,
});

export interface Latency {
  avg: number | null;
  min: number | null;
  max: number | null;
  stdDev: number | null;
}

const thousandths = (value: number) => Math.round(value * 1_000) / 1_000;

/** Milliseconds, of the pings that were answered; `stdDev` is that of the whole population. Null where none was. */
export function latencyOf(pings: readonly PingResult[]): Latency {
  const times = pings.flatMap(({ rtt }) => (rtt === null ? [] : [rtt]));
  if (times.length === 0) return { avg: null, min: null, max: null, stdDev: null };
  const avg = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - avg) ** 2, 0) / times.length;
  const [min, max] = [Math.min(...times), Math.max(...times)];
  return { avg: thousandths(avg), min, max, stdDev: thousandths(Math.sqrt(variance)) };
}

/** Per cent. */
export const packetLossOf = (pings: readonly PingResult[]): number =>
  thousandths((100 * pings.filter(({ success }) => !success).length) / pings.length);
