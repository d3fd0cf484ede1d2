import { RUN_LIMIT_MS, type Lease, type LeaseContext, type RunReport } from '#agent-protocol';
import { boundedText, ERROR_MESSAGE_LENGTH, judge, type AddressPolicy, type CheckType } from '#domain';
import type { ArtifactFile } from '../artifacts/artifact-file.js';
import type { FailureEvidence } from '../evidence/failure-evidence.js';
import type { Logger } from '../logging.js';
import type { Peer } from '../probes/permitted-addresses.js';
import type { Outcome, ProbeContext } from '../probes/probe.js';
import type { ProbeRegistry } from '../probes/registry.js';
import { RequestFailure } from '../probes/request-failure.js';
import { AGENT_VERSION } from '../version.js';
import { inApiTime } from './api-clock.js';
import { RunSecrets } from './run-secrets.js';

/** How long a probe may take to end after its signal has aborted, in milliseconds. */
const LAST_WORDS_MS = 1_000;
const USER_AGENT = `Pharos/${AGENT_VERSION} (+synthetic monitoring)`;

/** What the runs of one call have in common. */
export interface Shared {
  isDenied: AddressPolicy;
  denyTargets: readonly string[];
  /** Null before the API has sent one. */
  context: LeaseContext | null;
  /** See `clockOffMs`. */
  clockOffMs: number;
  /** Of the call that the leases came with. */
  traceId: string;
}

export interface RunRequest extends Shared {
  lease: Lease;
  /** `performance.now()` at which the lease came in. */
  receivedAt: number;
}

/** Resolves when this process needs them no longer. Never rejects. */
export type KeepArtifacts = (lease: Lease, files: readonly ArtifactFile[]) => Promise<void>;

/** Executes one attempt and judges it. Retries are the API's decision (it leases the run again). */
export class Runner {
  private readonly secrets = new RunSecrets();

  constructor(
    private readonly probes: ProbeRegistry,
    private readonly logger: Logger,
    private readonly limitMs = RUN_LIMIT_MS,
    private readonly evidence: FailureEvidence | null = null,
    /** Takes the files that runs leave. */
    private readonly keep: KeepArtifacts = () => Promise.resolve(),
    /** Hears of what was the agent's own fault. */
    private readonly noteError: (error: unknown, checkType: CheckType) => void = () => undefined,
  ) {}

  /** Never rejects. A report of a run whose signal aborted is worth nothing: the caller drops it. */
  async run({ lease, receivedAt, traceId, ...shared }: RunRequest, signal: AbortSignal): Promise<RunReport> {
    const startedAt = performance.now();
    let stoppedAt: number | undefined;
    let peer: Peer | null = null;
    const onConnect = (to: Peer | null) => (peer = to);
    const report = (judged: Judged): RunReport => ({
      runId: lease.runId,
      token: lease.token,
      attempt: lease.attempt,
      startedAfterMs: Math.round(startedAt - receivedAt),
      stoppedAfterMs: Math.round((stoppedAt ?? performance.now()) - receivedAt),
      ...judged,
    });
    try {
      const executed = await this.execute(lease, { ...shared, onConnect }, signal);
      // The run is over: looking into its failure counts for nothing.
      stoppedAt = performance.now();
      const explained = (await this.evidence?.addedTo(executed, lease, peer, signal)) ?? executed;
      const outcome = inApiTime(explained, shared.clockOffMs);
      // Before anything is judged: messages are made of what was found, and cut.
      const scrubber = this.secrets.of(lease, shared.context, outcome.secrets);
      const { artifacts = [] } = outcome;
      if (artifacts.length > 0 && !signal.aborted) await this.keep(lease, scrubber.artifacts(artifacts));
      return report(judged(lease, scrubber.outcome(outcome)));
    } catch (thrown) {
      const error = this.secrets.of(lease, shared.context).error(thrown);
      if (!signal.aborted) {
        this.noteError(error, lease.check.checkType);
        this.logger.error({ err: error, runId: lease.runId, traceId }, 'A check could not be executed');
      }
      return report(failed(error));
    }
  }

  private async execute(
    lease: Lease,
    shared: Pick<ProbeContext, 'isDenied' | 'denyTargets' | 'context' | 'clockOffMs' | 'onConnect'>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { check } = lease;
    const probe = this.probes.get(check.checkType);
    if (probe === undefined) throw new Error(`This agent cannot execute checks of type ${check.checkType}`);
    const controller = new AbortController();
    const startedAt = performance.now();
    let lastWords: NodeJS.Timeout | undefined;
    // A probe that does not heed its signal must not hold its place for ever.
    const deaf = new Promise<Outcome>((resolve) => {
      const giveUp = () => resolve(timedOut(this.tooLong(), performance.now() - startedAt));
      controller.signal.addEventListener('abort', () => (lastWords = setTimeout(giveUp, LAST_WORDS_MS)));
    });
    const limit = setTimeout(() => controller.abort(this.tooLong()), this.limitMs);
    const abort = () => controller.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      return await Promise.race([probe(check, { ...shared, lease, userAgent: USER_AGENT }, controller.signal), deaf]);
    } finally {
      clearTimeout(limit);
      clearTimeout(lastWords);
      signal.removeEventListener('abort', abort);
    }
  }

  /** Made when it is needed: errors carry a stack, and nearly every run ends in time. */
  private tooLong(): RequestFailure {
    const text = `Your check run has reached the maximum run time of ${this.limitMs} ms.`;
    return new RequestFailure(text, { networkError: true });
  }
}

type Judged = Omit<RunReport, 'runId' | 'token' | 'attempt' | 'startedAfterMs' | 'stoppedAfterMs'>;

function judged({ check }: Lease, outcome: Outcome): Judged {
  const { statusCode, responseTime, timings, certificateEnds = null, networkError, detail, metrics = null } = outcome;
  const facts = { networkError, responseTime, statusCode, timings, certificateEnds, metrics, detail };
  return { ...judge(outcome, check), hasErrors: false, ...facts };
}

/** The platform's fault: it says nothing about the target, so it is no failure of the check. */
function failed({ message }: Error): Judged {
  return {
    hasFailures: false,
    hasErrors: true,
    isDegraded: false,
    overMaxResponseTime: false,
    networkError: false,
    responseTime: 0,
    statusCode: null,
    timings: null,
    metrics: null,
    errorMessage: boundedText(message, ERROR_MESSAGE_LENGTH),
    detail: null,
  };
}

function timedOut(reason: RequestFailure, elapsed: number): Outcome {
  return {
    statusCode: null,
    responseTime: elapsed,
    timings: null,
    requestError: reason.message,
    networkError: true,
    assertions: [],
    detail: null,
  };
}
