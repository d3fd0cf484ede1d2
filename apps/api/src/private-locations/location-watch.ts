import { SAMPLES_KEPT_DAYS } from '#domain';
import { Outage, Periodic } from '#persistence';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Background } from '../background.js';
import { PipelineMetrics } from '../metrics/index.js';
import { LocationWatchQueries } from './location-watch.queries.js';

const EVERY_MS = 15_000;
const MINUTE_MS = 60_000;
/** After an absence of the service its agents get so long to show up before a location counts as unreachable. */
const GRACE_MS = 60_000;

/** Sees when the last agent of a location is gone, and writes down how long its queue is. In every replica. */
@Injectable()
export class LocationWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Locations');
  private readonly loop = new Periodic('Locations', EVERY_MS, () => this.round());
  private sampled = 0;

  constructor(
    private readonly queries: LocationWatchQueries,
    private readonly outage: Outage,
    private readonly background: Background,
    private readonly metrics: PipelineMetrics,
  ) {}

  onApplicationBootstrap(): void {
    if (this.background.enabled) this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Answers that there is nothing more to do at once. */
  async round(): Promise<boolean> {
    if (this.outage.over(GRACE_MS)) await this.lookForOutages();
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.sampled) await this.queries.sample(SAMPLES_KEPT_DAYS);
    this.sampled = minute;
    return false;
  }

  private async lookForOutages(): Promise<void> {
    const begun = await this.queries.begin();
    this.metrics.locationsLost(begun.length);
    for (const outage of begun) this.logger.warn(outage, 'no agent of a location is reachable: its checks wait');
  }
}
