import { Logger } from '@nestjs/common';

/**
 * Repeats `work` until stopped, one at a time, with a pause that is jittered so that replicas do not march in step.
 * `work` answers whether there is more to do at once. An error is logged and does not end the repetition.
 */
export class Periodic {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = true;

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
    let more = false;
    try {
      more = await this.work();
    } catch (error) {
      this.logger.warn({ err: error }, 'failed, trying again');
    }
    this.next(more ? 0 : this.pauseMs);
  }
}
