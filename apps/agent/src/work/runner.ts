import { RUN_LIMIT_MS, type Lease, type RunReport } from '#agent-protocol';
import { boundedText, ERROR_MESSAGE_LENGTH, judge, type AddressPolicy } from '#domain';
import type { Logger } from '../logging.js';
import type { Outcome } from '../probes/probe.js';
import type { ProbeRegistry } from '../probes/registry.js';
import { RequestFailure } from '../probes/request-failure.js';
import { AGENT_VERSION } from '../version.js';

/** How long a probe may take to end after its signal has aborted, in milliseconds. */
const LAST_WORDS_MS = 1_000;
const USER_AGENT = `Pharos/${AGENT_VERSION} (+synthetic monitoring)`;

export interface RunRequest {
  lease: Lease;
  /** `performance.now()` at which the lease came in. */
  receivedAt: number;
  isDenied: AddressPolicy;
  /** Of the call that the lease came with. */
  traceId: string;
}

/** Executes one attempt and judges it. Retries are the API's decision (it leases the run again). */
export class Runner {
  constructor(
    private readonly probes: ProbeRegistry,
    private readonly logger: Logger,
    private readonly limitMs = RUN_LIMIT_MS,
  ) {}

  /** Never rejects. A report of a run whose signal aborted is worth nothing: the caller drops it. */
  async run({ lease, receivedAt, isDenied, traceId }: RunRequest, signal: AbortSignal): Promise<RunReport> {
    const startedAt = performance.now();
    const report = (judged: Judged): RunReport => ({
      runId: lease.runId,
      token: lease.token,
      attempt: lease.attempt,
      startedAfterMs: Math.round(startedAt - receivedAt),
      stoppedAfterMs: Math.round(performance.now() - receivedAt),
      ...judged,
    });
    try {
      return report(judged(lease, await this.execute(lease, isDenied, signal)));
    } catch (error) {
      if (!signal.aborted)
        this.logger.error({ err: error, runId: lease.runId, traceId }, 'A check could not be executed');
      return report(failed(error));
    }
  }

  private async execute(lease: Lease, isDenied: AddressPolicy, signal: AbortSignal): Promise<Outcome> {
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
      return await Promise.race([probe(check, { isDenied, userAgent: USER_AGENT }, controller.signal), deaf]);
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
  const { statusCode, responseTime, timings, networkError, detail } = outcome;
  return { ...judge(outcome, check), hasErrors: false, networkError, responseTime, statusCode, timings, detail };
}

/** The platform's fault: it says nothing about the target, so it is no failure of the check. */
function failed(error: unknown): Judged {
  const text = error instanceof Error ? error.message : String(error);
  return {
    hasFailures: false,
    hasErrors: true,
    isDegraded: false,
    overMaxResponseTime: false,
    networkError: false,
    responseTime: 0,
    statusCode: null,
    timings: null,
    errorMessage: boundedText(text, ERROR_MESSAGE_LENGTH),
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
