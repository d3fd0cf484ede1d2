import type { ApiConfig } from '#config';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { API_CONFIG } from '../config.module.js';
import { RetentionQueries, type AgingRows } from './retention.queries.js';

const DAY_MS = 86_400_000;
/** How often a partition in use is tried, and how long after each other; then the next hour. */
const ATTEMPTS = 4;
const PAUSE_MS = 500;

/** Keeps what grows within `PHAROS_RETENTION_DAYS` (decision 21). What it does twice, or beside another replica, does no harm. */
@Injectable()
export class Retention {
  private readonly logger = new Logger('Retention');

  constructor(
    private readonly queries: RetentionQueries,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Stops between two steps when `signal` is aborted; the rest is for the next time. */
  async removeOld(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    const before = new Date(Math.floor(now / DAY_MS) * DAY_MS - this.config.retentionDays * DAY_MS);
    await this.dropPartitions(before, signal);
    await this.queries.freeChecks(before);
    for (const what of ['heartbeatEvents', 'alerts', 'outages', 'errorGroups'] as const)
      await this.removeRows(what, before, signal);
    await this.removeRows('agents', new Date(now - DAY_MS), signal);
  }

  private async dropPartitions(before: Date, signal: AbortSignal): Promise<void> {
    const dropped: string[] = [];
    let left = await this.queries.oldPartitions(before);
    for (let attempt = 1; left.length > 0 && attempt <= ATTEMPTS && !signal.aborted; attempt += 1) {
      if (attempt > 1) await setTimeout(PAUSE_MS);
      const inUse: string[] = [];
      for (const partition of left) ((await this.queries.drop(partition)) ? dropped : inUse).push(partition);
      left = inUse;
    }
    if (dropped.length > 0) this.logger.log({ dropped }, 'old partitions dropped');
    if (left.length > 0) this.logger.warn({ left }, 'old partitions are in use, trying again in an hour');
  }

  private async removeRows(what: AgingRows, before: Date, signal: AbortSignal): Promise<void> {
    let removed = 0;
    for (let more = true; more && !signal.aborted;) {
      const batch = await this.queries.remove(what, before);
      removed += batch.removed;
      more = batch.more;
    }
    if (removed > 0) this.logger.log({ what, removed }, 'old rows removed');
  }
}
