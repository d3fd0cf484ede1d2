import {
  analyticsWindow,
  chosenMetrics,
  failuresOnly,
  grainOf,
  notFound,
  seriesOf,
  type AccountId,
  type AnalyticsKind,
  type AnalyticsRequest,
  type AnalyticsSeries,
  type Metric,
  type TimeRange,
} from '#domain';
import { Injectable } from '@nestjs/common';
import { AnalyticsQueries, type ReportedCheck } from './analytics.queries.js';

/** Spec 2.16, before it is shown. */
export interface AnalyticsReport {
  check: ReportedCheck;
  kind: AnalyticsKind;
  window: TimeRange;
  metrics: Metric[];
  series: AnalyticsSeries[];
}

@Injectable()
export class AnalyticsService {
  constructor(private readonly analytics: AnalyticsQueries) {}

  async report(account: AccountId, id: string, kind: AnalyticsKind, query: AnalyticsRequest): Promise<AnalyticsReport> {
    const { limit, page, groupBy, aggregationInterval } = query;
    const window = analyticsWindow(query, new Date());
    const metrics = chosenMetrics(kind, query.metrics);
    const grain = grainOf(metrics, aggregationInterval);
    const hasFailures = failuresOnly(query.filterByStatus);
    const request = { kind, metrics, window, grain, groupBy, hasFailures, aggregationInterval, limit, page };
    const found = await this.analytics.report(account, id, request);
    if (!found) throw notFound();
    return { check: found.check, kind, window, metrics, series: seriesOf(found.rows, groupBy) };
  }
}
