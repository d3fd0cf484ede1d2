import { setTimeout as sleep } from 'node:timers/promises';
import type { Peer } from '../probes/permitted-addresses.js';
import { connectAddress, peerName } from '../probes/tcp-connection.js';
import { startCapture } from './capture.js';
import { toolsOfThisMachine } from './evidence-tools.js';
import { freePort } from './free-port.js';
import { Traceroute } from './traceroute.js';

/** How long connecting once more may take, in milliseconds. */
const CONNECT_LIMIT_MS = 2_500;
/** How long after that packets are still captured: a refusal or the end of the connection. */
const LAST_PACKETS_MS = 100;

/** What was found out about a connection that failed. */
export interface Evidence {
  /** For a person to read, a few lines each. */
  notes: string[];
  /** Why something could not be gathered. */
  problems: string[];
  /** In pcap format, at most 256 KiB; null where nothing was captured. */
  packets: Buffer | null;
}

/** Rejects with the signal's reason only, and takes a few seconds at most. */
export type GatherEvidence = (peer: Peer, signal: AbortSignal) => Promise<Evidence>;

/**
 * Spec, release 7.0.1: the way to a peer, and the packets of a connection to it. That is one more connection, made for the
 * purpose: whose failure it is that a run will fail for the network is known when it is over, and packets of a run could
 * hold its secrets. This one sends nothing. Tools that are missing, or not permitted, are done without.
 */
export function createGatherEvidence(tools = toolsOfThisMachine()): GatherEvidence {
  const traceroute = new Traceroute(tools);
  return async (peer, signal) => {
    const [way, again] = await Promise.all([traceroute.to(peer, signal), connectAgain(peer, tools.tcpdump, signal)]);
    const found = 'way' in way ? { notes: [way.way], problems: [] } : { notes: [], problems: [noTraceroute(way)] };
    return {
      notes: [...again.notes, ...found.notes],
      problems: [...found.problems, ...again.problems],
      packets: again.packets,
    };
  };
}

const noTraceroute = ({ problem }: { problem: string }) => `No traceroute could be made: ${problem}.`;

async function connectAgain(peer: Peer, tcpdump: string | null, signal: AbortSignal): Promise<Evidence> {
  const localPort = await freePort().catch(wordsOf);
  // Nothing else may reject while the way is still being looked for.
  if (typeof localPort === 'string') {
    return { notes: [], problems: [`No further connection could be made: ${localPort}.`], packets: null };
  }
  const capture = await startCapture(tcpdump, peer, localPort, signal);
  const attempt = await attemptOf(peer, localPort, signal);
  if ('problem' in capture) return withoutPackets(attempt, capture.problem);
  await sleep(LAST_PACKETS_MS, undefined, { signal }).catch(() => undefined);
  const found = await capture.packets();
  if ('problem' in found) return withoutPackets(attempt, found.problem);
  const note = found.pcap === null ? 'It sent and received no packets.' : 'Its packets were captured.';
  return { notes: [`${attempt} ${note}`], problems: [], packets: found.pcap };
}

const withoutPackets = (attempt: string, problem: string): Evidence => ({
  notes: [attempt],
  problems: [`No packets were captured: ${problem}.`],
  packets: null,
});

async function attemptOf({ address, port }: Peer, localPort: number, signal: AbortSignal): Promise<string> {
  const began = performance.now();
  const took = () => `${Math.round(performance.now() - began)} ms`;
  const what = `Connecting once more to ${peerName(address, port)}`;
  try {
    const socket = await connectAddress(address, port, signal, { limitMs: CONNECT_LIMIT_MS, localPort });
    socket.destroy();
    return `${what} succeeded after ${took()}.`;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return `${what} failed after ${took()}: ${wordsOf(error)}.`;
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
