import { setTimeout as sleep } from 'node:timers/promises';
import { boundedText } from '#domain';
import type { Peer } from '../probes/permitted-addresses.js';
import { startTool } from '../system-tool.js';
import type { EvidenceTools } from './evidence-tools.js';

/** How long tools may look for the way, in milliseconds; it is shown as far as it was found. */
const LIMIT_MS = 4_000;
/** How long a tool may take to end after that. */
const END_MS = 500;
/** Characters of a way that are kept. */
const TEXT_LENGTH = 4_000;

type Method = (peer: Peer) => { path: string; args: string[] };

/** Finds the way to a peer with the first of the system's tools that can. */
export class Traceroute {
  private readonly methods: Method[];
  /** Those before it have failed where this one did not: they lack rights or are of another kind of tool. */
  private first = 0;

  constructor(
    tools: Pick<EvidenceTools, 'traceroute' | 'tracepath'>,
    private readonly limitMs = LIMIT_MS,
  ) {
    this.methods = methodsOf(tools);
  }

  /** The way as the tool tells it, or why there is none. Rejects with the signal's reason only. */
  async to(peer: Peer, signal: AbortSignal): Promise<{ way: string } | { problem: string }> {
    let problem = 'this machine has neither traceroute nor tracepath';
    const until = performance.now() + this.limitMs;
    for (const [at, method] of this.methods.entries()) {
      if (at < this.first) continue;
      const leftMs = until - performance.now();
      if (leftMs <= 0) break;
      const { path, args } = method(peer);
      const found = await tried(path, args, leftMs, signal);
      if ('way' in found) {
        this.first = Math.max(this.first, at);
        return found;
      }
      problem = found.problem;
    }
    return { problem };
  }
}

/**
 * With TCP to the very port (needs NET_RAW), with UDP, in the words of busybox, with tracepath: numbers only, one packet a hop
 * and a second for each, many hops at once where the tool can.
 */
function methodsOf({ traceroute, tracepath }: Pick<EvidenceTools, 'traceroute' | 'tracepath'>): Method[] {
  const one = ['-n', '-q', '1', '-w', '1'];
  const many = [...one, '-m', '20', '-N', '20'];
  const of =
    (path: string, args: (peer: Peer) => string[]): Method =>
    (peer) => ({
      path,
      args: [...args(peer), peer.address],
    });
  return [
    ...(traceroute === null
      ? []
      : [
          of(traceroute, ({ port }) => ['-T', '-p', `${port}`, ...many]),
          of(traceroute, () => many),
          of(traceroute, () => [...one, '-m', '15']),
        ]),
    ...(tracepath === null ? [] : [of(tracepath, () => ['-n', '-m', '15'])]),
  ];
}

async function tried(
  path: string,
  args: readonly string[],
  limitMs: number,
  signal: AbortSignal,
): Promise<{ way: string } | { problem: string }> {
  const kill = new AbortController();
  const tool = startTool(path, args, AbortSignal.any([signal, kill.signal]));
  const ended = new AbortController();
  void sleep(limitMs, undefined, { signal: ended.signal })
    .then(() => tool.stop())
    .then(() => sleep(END_MS, undefined, { signal: ended.signal }))
    .then(() => kill.abort(new Error('it did not end')))
    .catch(() => undefined);
  try {
    const { stdout, stderr } = await tool.ended;
    const text = stdout.toString().trimEnd();
    if (/^ *\d+[: ]/m.test(text)) return { way: boundedText(text, TEXT_LENGTH) };
    return { problem: boundedText((stderr.trim() || text || 'it said nothing').replaceAll(/\s+/g, ' '), 300) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    ended.abort();
  }
}
