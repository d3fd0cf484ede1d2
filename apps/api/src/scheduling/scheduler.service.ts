import { Periodic } from '#persistence';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Background } from '../background.js';
import { PausesQueries } from '../maintenance-windows/index.js';
import { PipelineMetrics } from '../metrics/index.js';
import { SchedulerQueries } from './scheduler.queries.js';

/** Measured: batches of 100 claim fastest (`FOR UPDATE SKIP LOCKED`), and an empty poll costs 0.1 ms. */
const BATCH = 100;
const POLL_MS = 300;

/** Starts checks when they are due. Every replica runs one; PostgreSQL's locks keep them apart. */
@Injectable()
export class SchedulerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Scheduler');
  private readonly loop = new Periodic('Scheduler', POLL_MS, () => this.round());

  constructor(
    private readonly queries: SchedulerQueries,
    private readonly pauses: PausesQueries,
    private readonly background: Background,
    private readonly metrics: PipelineMetrics,
  ) {}

  onApplicationBootstrap(): void {
    if (this.background.enabled) this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<boolean> {
    const round = await this.queries.claim(BATCH);
    this.metrics.claimed(round);
    const { due, paused, unreachable, skipped, lateness } = round;
    if (skipped > 0) this.logger.debug({ skipped }, 'still in progress, not started again');
    if (paused > 0) this.logger.debug({ paused }, 'in a maintenance window, not started');
    if (unreachable > 0) this.logger.debug({ unreachable }, 'no agent in reach, not started');
    if (lateness.length > 0) this.logger.debug({ due, lateMs: Math.max(...lateness) }, 'claimed');
    if (round.over) await this.pauses.settleOver();
    return due === BATCH;
  }
}
