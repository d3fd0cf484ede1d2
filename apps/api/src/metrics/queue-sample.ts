import { CHECK_TYPES } from '#domain';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, Registry } from 'prom-client';
import { QueueQueries, type WaitingRuns } from './queue.queries.js';

/** One statement in so many milliseconds, however often somebody asks. */
const FRESH_MS = 5_000;
/** A scrape must not hang with the database. */
const PATIENCE_MS = 1_500;

/** How many runs wait in the whole service, and for how long. Every replica reports the same numbers. */
@Injectable()
export class QueueSample {
  private readonly depth: Gauge;
  private readonly age: Gauge;
  private readonly up: Gauge;
  private askedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<WaitingRuns[] | null> | null = null;

  constructor(
    @Inject(Registry) registry: Registry,
    private readonly queries: QueueQueries,
  ) {
    const registers = [registry];
    this.depth = new Gauge({
      name: 'pharos_queue_waiting_runs',
      help: 'Runs that an agent could take now; the same on every replica',
      labelNames: ['check_type'],
      registers,
    });
    this.age = new Gauge({
      name: 'pharos_queue_oldest_waiting_seconds',
      help: 'How long the oldest of them has waited; the same on every replica',
      labelNames: ['check_type'],
      registers,
    });
    this.up = new Gauge({
      name: 'pharos_database_up',
      help: 'Whether the database answered the last question about the queue in time',
      registers,
    });
  }

  /** Brings the numbers up to date unless they are seconds old. Never rejects. */
  async refresh(): Promise<void> {
    if (performance.now() - this.askedAt < FRESH_MS) return;
    this.askedAt = performance.now();
    // A question that was not answered in time is still being asked: there is never more than one.
    this.asking ??= this.queries
      .waiting()
      .catch(() => null)
      .finally(() => (this.asking = null));
    this.show(await Promise.race([this.asking, sleep(PATIENCE_MS, null, { ref: false })]));
  }

  /** Without an answer there are no numbers: old ones would look like a queue that stands still. */
  private show(waiting: WaitingRuns[] | null): void {
    this.up.set(waiting === null ? 0 : 1);
    this.depth.reset();
    this.age.reset();
    if (waiting === null) return;
    for (const check_type of CHECK_TYPES) {
      const { runs = 0, oldestSeconds = 0 } = waiting.find(({ checkType }) => checkType === check_type) ?? {};
      this.depth.set({ check_type }, runs);
      this.age.set({ check_type }, oldestSeconds);
    }
  }
}
