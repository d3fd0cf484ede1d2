import { Logger } from '@nestjs/common';

/** The longest pause after failures, in milliseconds: how late the work may go on once its cause is gone. */
const LONGEST_PAUSE_MS = 2_000;
/** While it fails, a line as often as this, in milliseconds. */
const REPEAT_WARNING_MS = 30_000;

/**
 * Repeats `work` until stopped, one at a time, with a pause that is jittered so that replicas do not march in step.
 * `work` answers whether there is more to do at once. An error does not end the repetition: the first is logged, further
 * ones now and then, and its end.
 */
export class Periodic {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = true;
  private failures = 0;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    name: string,
    private readonly pauseMs: number,
    private readonly work: () => Promise<boolean>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.next(0);
  }

  /** Resolves when the round in progress is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private next(pauseMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => (this.running = this.round()), pauseMs * (0.75 + Math.random() / 2));
  }

  private async round(): Promise<void> {
    try {
      const more = await this.work();
      this.succeeded();
      this.next(more ? 0 : this.pauseMs);
    } catch (error) {
      this.failed(error);
      const longest = Math.max(this.pauseMs, LONGEST_PAUSE_MS);
      this.next(Math.min(longest, this.pauseMs * 2 ** Math.min(this.failures, 10)));
    }
  }

  private succeeded(): void {
    if (this.failures > 0) this.logger.log({ failures: this.failures }, 'works again');
    this.failures = 0;
    this.warnedAt = Number.NEGATIVE_INFINITY;
  }

  private failed(error: unknown): void {
    this.failures += 1;
    const now = performance.now();
    if (now - this.warnedAt < REPEAT_WARNING_MS) return;
    this.warnedAt = now;
    this.logger.warn({ err: error, failures: this.failures }, 'failed, trying again');
  }
}
