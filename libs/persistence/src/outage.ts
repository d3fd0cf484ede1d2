import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from './database.js';
import { Periodic } from './periodic.js';

const EVERY_MS = 2_000;
/** A pulse this old says nothing about now, in milliseconds. */
const STALE_MS = 6_000;
/**
 * Agents renew leases of 30 s every 10 s and try again every 2 s, so whoever is alive has renewed in time after an absence
 * of up to this many milliseconds: nobody has to wait for it.
 */
const TOLERABLE_MS = 10_000;

/** One statement for all replicas: the first one back after an absence notes its end, the others read it. */
const PULSE = {
  name: 'service_pulse',
  text: `UPDATE service_pulse SET alive_at = greatest(alive_at, now()),
      outage_ended_at = CASE WHEN alive_at < now() - $1 * interval '1 ms' THEN now() ELSE outage_ended_at END
    WHERE id = 1 RETURNING extract(epoch FROM now() - outage_ended_at)::float8 * 1000 AS "reachableMs"`,
};

/**
 * Knows since when agents could reach the service: any API process with its database. After an outage they get
 * some time to renew or report before their runs go to others or are given up: the time lost was not theirs (decision 23).
 * The database remembers it, so neither the restart of one replica nor a blink of the database holds up take-overs.
 */
@Injectable()
export class Outage implements BeforeApplicationShutdown {
  private readonly loop = new Periodic('Outage', EVERY_MS, async () => {
    await this.pulse();
    return false;
  });
  private reachableSince = Number.POSITIVE_INFINITY;
  private pulseAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  /** For processes that agents can reach; others must not pass for a living service. */
  watch(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Whether everything has been reachable for `graceMs`. */
  over(graceMs: number): boolean {
    const now = performance.now();
    return now - this.pulseAt < STALE_MS && now - this.reachableSince >= graceMs;
  }

  /** Tells the other replicas that the service is alive, and learns since when. */
  async pulse(): Promise<void> {
    const askedAt = performance.now();
    const [row] = await this.database.rows<{ reachableMs: number }>(PULSE, [TOLERABLE_MS]);
    this.reachableSince = askedAt - (row?.reachableMs ?? 0);
    this.pulseAt = askedAt;
  }
}
