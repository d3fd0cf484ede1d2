import type { Lease } from '#agent-protocol';
import type { CheckType } from '#domain';
import type { ArtifactFile } from '../artifacts/artifact-file.js';
import type { Logger } from '../logging.js';
import type { ApiCheckResult } from '../probes/http-result.js';
import type { Peer } from '../probes/permitted-addresses.js';
import type { Outcome } from '../probes/probe.js';
import type { JobLogLine } from '../scripts/script.js';
import { EvidenceBudget } from './evidence-budget.js';
import type { GatherEvidence } from './evidence.js';

/** Spec, release 7.0.1. */
const TYPES = new Set<CheckType>(['API', 'URL']);
/** By how much evidence may delay a report, in milliseconds. */
const LIMIT_MS = 6_000;
/** Different problems that are logged. */
const MOST_TOLD = 20;
const PCAP = 'application/vnd.tcpdump.pcap';
/** Bytes of a capture that a result carries itself; it is a file of the result in any case. */
const PACKETS_KEPT = 48 * 1024;

/** Adds to results of API and URL checks that failed for the network what can be found out about why. */
export class FailureEvidence {
  private readonly budget = new EvidenceBudget();
  /** What has been said in the log already: once is enough. */
  private readonly told = new Set<string>();

  constructor(
    private readonly gather: GatherEvidence,
    private readonly logger: Logger,
    private readonly limitMs = LIMIT_MS,
  ) {}

  /**
   * The outcome with a log of what was found (`jobLog`) and the packets (`pcapDataUrl`, and a file of the result); as it was
   * where there is nothing to look into. `peer` is the last one that was connected to. Never rejects, and ends soon after the signal aborts.
   */
  async addedTo(outcome: Outcome, lease: Lease, peer: Peer | null, signal: AbortSignal): Promise<Outcome> {
    const { requestError, networkError, detail } = outcome;
    const isAboutNetwork = networkError && requestError !== null && TYPES.has(lease.check.checkType);
    if (!isAboutNetwork || peer === null || detail === null || signal.aborted) return outcome;
    const permission = this.budget.take(lease.check.id, lease.resultId, performance.now());
    if ('refusal' in permission) return withEvidence(outcome, [permission.refusal], null);
    try {
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(this.limitMs)]);
      const { notes, problems, packets } = await this.gather(peer, bounded);
      for (const problem of problems) this.tell(problem);
      return withEvidence(outcome, [...notes, ...problems], packets);
    } catch (error) {
      if (signal.aborted) return outcome;
      this.logger.warn({ err: error, runId: lease.runId }, 'Evidence of a network failure could not be gathered');
      return withEvidence(outcome, ['No network evidence could be gathered in time.'], null);
    } finally {
      permission.done();
    }
  }

  private tell(problem: string): void {
    if (this.told.has(problem) || this.told.size >= MOST_TOLD) return;
    this.told.add(problem);
    this.logger.info({ problem }, 'Evidence of network failures is incomplete on this machine');
  }
}

function withEvidence(outcome: Outcome, notes: readonly string[], packets: Buffer | null): Outcome {
  const time = Date.now();
  const before = outcome.detail as ApiCheckResult;
  const lines = notes.map((msg): JobLogLine => ({ time, msg, level: 'INFO' }));
  const log = { ...before, jobLog: [...(before.jobLog ?? []), ...lines] };
  if (packets === null) return { ...outcome, detail: log };
  const pcapDataUrl = packets.length <= PACKETS_KEPT ? `data:${PCAP};base64,${packets.toString('base64')}` : null;
  const file: ArtifactFile = { name: 'connection.pcap', type: 'pcap', contentType: PCAP, data: packets };
  return { ...outcome, detail: { ...log, pcapDataUrl }, artifacts: [...(outcome.artifacts ?? []), file] };
}
