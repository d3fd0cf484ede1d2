import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportVerdict, RunReport } from '#agent-protocol';
import type { Logger } from '../logging.js';
import type { AgentMetrics } from '../metrics.js';
import { newTraceId } from '../trace.js';
import { ApiRefusal, type ApiClient } from './api-client.js';
import { Backoff } from './backoff.js';
import type { Spool } from './spool.js';

/** Reports that follow one another within so many milliseconds travel together: each call is a transaction of the API. */
const GATHER_MS = 5;
/** How long a report may wait for others, in milliseconds. */
const LONGEST_GATHER_MS = 30;
/** Reports in one call: the protocol's limit. */
const BATCH_REPORTS = 100;
/** Characters of one call, unless a single report is larger. */
const BATCH_LENGTH = 1024 * 1024;
/** How often the spool directory is searched for reports of agents that are gone, in milliseconds. */
const ADOPT_MS = 10_000;
/** Pause after a refused key, in milliseconds. */
const REFUSED_PAUSE_MS = 5_000;
/** How long the end of the process may be held up by what is on disk already, in milliseconds. */
const LAST_DELIVERY_MS = 5_000;

interface Waiting {
  text: string;
  taken: () => void;
}

/** Brings reports to the API: directly while it answers, over the spool while it does not. */
export class Reporter {
  private waiting: Waiting[] = [];
  private sending: Promise<void> | undefined;
  private redelivering: Promise<void> | undefined;
  private adopter: NodeJS.Timeout | undefined;
  /** The last call failed: the spool's delivery is what finds out when the API is back. */
  private isAway = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly api: ApiClient,
    private readonly agentId: string,
    private readonly spool: Spool,
    private readonly logger: Logger,
    private readonly metrics: AgentMetrics,
  ) {}

  /** Begins with what earlier agents have left on disk. */
  start(): void {
    void this.adopt();
    this.adopter = setInterval(() => void this.adopt(), ADOPT_MS).unref();
  }

  /** Resolves when the API has answered for the report, or when it is on disk. */
  deliver(report: RunReport): Promise<void> {
    return new Promise((taken) => {
      this.waiting.push({ text: JSON.stringify(report), taken });
      this.sending ??= this.send();
    });
  }

  /** Ends the work: what still waits is delivered or on disk afterwards, and what is on disk gets one more try. */
  async close(): Promise<void> {
    clearInterval(this.adopter);
    this.stopping.abort();
    await this.sending;
    await Promise.race([this.redelivering, sleep(LAST_DELIVERY_MS, undefined, { ref: false })]);
    await this.spool.close();
  }

  private async adopt(): Promise<void> {
    await this.spool.adopt().catch((error: unknown) => this.logger.warn({ err: error }, 'The spool cannot be read'));
    this.redeliver();
  }

  private async send(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        await this.gather();
        const batch = this.waiting.splice(0, batchSize(this.waiting));
        const texts = batch.map(({ text }) => text);
        if (this.isAway || !(await this.reached(texts))) await this.keep(texts);
        for (const { taken } of batch) taken();
      }
    } finally {
      // At once: who delivers next, be it in the same turn, must find that nobody is sending.
      this.sending = undefined;
    }
  }

  /** Waits as long as more reports come in, so that an agent with few places does not wait for what cannot come. */
  private async gather(): Promise<void> {
    const until = performance.now() + LONGEST_GATHER_MS;
    for (let before = 0; before < this.waiting.length && this.waiting.length < BATCH_REPORTS;) {
      if (performance.now() >= until) return;
      before = this.waiting.length;
      await sleep(GATHER_MS);
    }
  }

  /** Whether the API has answered for the reports. */
  private async reached(texts: readonly string[]): Promise<boolean> {
    const traceId = newTraceId();
    try {
      await this.call(texts, traceId);
      this.isAway = false;
      return true;
    } catch (error) {
      this.metrics.callFailed('report');
      this.logger.warn({ reason: String(error), traceId }, 'Reports could not be delivered: keeping them on disk');
      this.isAway = true;
      return false;
    }
  }

  /** Keeps reports on disk, or goes on trying to deliver or keep them: until then their runs hold their places. */
  private async keep(texts: readonly string[]): Promise<void> {
    const backoff = new Backoff();
    for (;;) {
      try {
        await this.spool.append(texts);
        this.metrics.keptOnDisk(texts.length);
        return this.redeliver();
      } catch (error) {
        this.logger.error({ err: error }, 'Reports could not be kept on disk');
      }
      await backoff.pause(this.stopping.signal);
      if (await this.reached(texts)) return;
      if (!this.stopping.signal.aborted) continue;
      this.metrics.dropped('no_disk', texts.length);
      return this.logger.error({ runIds: runIdsOf(texts) }, 'Reports are lost');
    }
  }

  private redeliver(): void {
    this.redelivering ??= this.empty();
  }

  private async empty(): Promise<void> {
    const backoff = new Backoff();
    const { signal } = this.stopping;
    try {
      for (let batch = await this.spool.oldest(); batch !== null; batch = await this.spool.oldest()) {
        try {
          await this.call(batch.texts);
          await batch.remove();
          backoff.reset();
          this.isAway = false;
          this.logger.info({ reports: batch.texts.length }, 'Delivered reports from disk');
        } catch (error) {
          this.metrics.callFailed('report');
          if (signal.aborted) return;
          const refused = error instanceof ApiRefusal && error.isKeyRefused;
          await backoff.pause(signal, refused ? REFUSED_PAUSE_MS : undefined);
        }
      }
      this.isAway = false;
    } finally {
      this.redelivering = undefined;
    }
  }

  /** One call; a batch that the API cannot take as a whole is sent report by report, and what it never will is lost. */
  private async call(texts: readonly string[], traceId = newTraceId()): Promise<void> {
    try {
      const { verdicts } = await this.api.report(this.agentId, texts, traceId);
      this.metrics.delivered(verdicts);
      this.tell(texts, verdicts, traceId);
    } catch (error) {
      if (!(error instanceof ApiRefusal) || !error.isFinal) throw error;
      if (texts.length > 1) for (const text of texts) await this.call([text]);
      else this.lose(texts, error, traceId);
    }
  }

  private tell(texts: readonly string[], verdicts: readonly ReportVerdict[], traceId: string): void {
    if (this.logger.isLevelEnabled('debug'))
      this.logger.debug({ runIds: runIdsOf(texts), verdicts, traceId }, 'Reported');
    const runIds = runIdsOf(texts.filter((_, index) => verdicts[index] === 'stale'));
    if (runIds.length === 0) return;
    this.logger.warn({ runIds, traceId }, 'Reports came too late: their runs were leased again or have ended');
  }

  private lose(texts: readonly string[], error: ApiRefusal, traceId: string): void {
    this.metrics.dropped('refused', texts.length);
    this.logger.error({ err: error, runIds: runIdsOf(texts), traceId }, 'The API will not take a report: it is lost');
  }
}

const runIdsOf = (texts: readonly string[]) => texts.map((text) => (JSON.parse(text) as RunReport).runId);

function batchSize(waiting: readonly Waiting[]): number {
  let length = 0;
  const end = waiting.findIndex(({ text }, index) => {
    length += text.length;
    return index >= BATCH_REPORTS || (index > 0 && length > BATCH_LENGTH);
  });
  return end === -1 ? waiting.length : end;
}
