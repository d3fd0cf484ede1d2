import {
  metricsWindow,
  qualityWindow,
  type AccountId,
  type PageRequest,
  type ScheduleQuality,
  type TimeRange,
} from '#domain';
import type { JsonPage } from '#http';
import { Injectable } from '@nestjs/common';
import { LocationReportsQueries, type QueueHistory } from './location-reports.queries.js';

/** How a location did. All throw not-found when the account has no such location. */
@Injectable()
export class LocationReportsService {
  constructor(private readonly queries: LocationReportsQueries) {}

  metrics(account: AccountId, id: string, asked: TimeRange): Promise<QueueHistory> {
    return this.queries.history(account, id, metricsWindow(asked, new Date()));
  }

  quality(account: AccountId, id: string, asked: Partial<TimeRange>): Promise<ScheduleQuality[]> {
    return this.queries.quality(account, id, qualityWindow(asked, new Date()));
  }

  outages(account: AccountId, id: string, page: PageRequest): Promise<JsonPage> {
    return this.queries.outages(account, id, page);
  }
}
