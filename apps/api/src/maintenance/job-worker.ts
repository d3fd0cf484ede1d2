import { Logger } from '@nestjs/common';
import { Logger as WorkerLogger, run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';

const RESTART_MS = 2_000;
/** For jobs in progress, and for a database that may not answer, in milliseconds. */
const STOP_MS = 5_000;

/** The ends of jobs are noted in batches: only these are watched. Otherwise a database that is away just then ends the process. */
const WATCHED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Runs the jobs of PostgreSQL's queue for as long as the process lives: graphile-worker ends when it cannot note the end of
 * a job, say, and then its promise rejects, which unwatched would end the process.
 */
export class JobWorker {
  private readonly logger = new Logger('Maintenance');
  private runner: Runner | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(
    private readonly pool: Pool,
    private readonly taskList: TaskList,
    private readonly crontab: string,
  ) {}

  /** Resolves after the first attempt, also when it failed: others follow. */
  async start(): Promise<void> {
    this.timer = null;
    try {
      const runner = await run({
        pgPool: this.pool,
        concurrency: 2,
        pollInterval: 5_000,
        noHandleSignals: true,
        logger: new WorkerLogger(
          ({ label }) =>
            (level, message) =>
              this.log(level, `${label ?? 'worker'}: ${message}`),
        ),
        taskList: this.taskList,
        crontab: this.crontab,
        preset: WATCHED,
      });
      runner.promise.then(
        () => this.ended(runner),
        (error: unknown) => this.ended(runner, error),
      );
      this.runner = runner;
      if (this.stopped) await this.stop();
    } catch (error) {
      this.again(error);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    const { runner } = this;
    this.runner = null;
    let patience: NodeJS.Timeout | undefined;
    await Promise.race([
      runner?.stop().catch(() => undefined),
      new Promise((resolve) => (patience = setTimeout(resolve, STOP_MS))),
    ]);
    clearTimeout(patience);
    void this.pool.end().catch(() => undefined);
  }

  private ended(runner: Runner, error?: unknown): void {
    if (this.runner === runner) this.again(error);
  }

  private again(error: unknown): void {
    this.runner = null;
    if (this.stopped) return;
    this.logger.warn({ err: error }, 'the job worker ended, starting it again');
    this.timer = setTimeout(() => void this.start(), RESTART_MS);
  }

  private log(level: string, message: string): void {
    if (level === 'error' || level === 'warning') this.logger.warn(message);
    else this.logger.debug(message);
  }
}
