import {
  ANALYTICS_KINDS,
  analyticsWindow,
  batchNumbers,
  chosenMetrics,
  failuresOnly,
  grainOf,
  HEARTBEAT_STATES,
  metricsOf,
  notFound,
  quickRange,
  seriesOf,
  type AccountId,
  type AnalyticsKind,
  type AnalyticsRequest,
  type AnalyticsSeries,
  type BatchNumbers,
  type BatchRange,
  type CheckType,
  type Metric,
  type TimeRange,
} from '#domain';
import { Injectable } from '@nestjs/common';
import { AnalyticsQueries, type ReportedCheck, type ReportRequest } from './analytics.queries.js';

/** Spec 2.16, before it is shown. */
export interface AnalyticsReport {
  check: ReportedCheck;
  kind: AnalyticsKind;
  window: TimeRange;
  metrics: Metric[];
  series: AnalyticsSeries[];
}

/** What a report on many checks says of one of them. */
export type BatchItem = { checkId: string; checkType: CheckType } & BatchNumbers;

@Injectable()
export class AnalyticsService {
  constructor(private readonly analytics: AnalyticsQueries) {}

  /** One item for each check, once, in the order they were asked for. Throws not-found when the account lacks one of them. */
  async batch(account: AccountId, checkIds: string[], range: BatchRange): Promise<BatchItem[]> {
    const wanted = [...new Set(checkIds.map((id) => id.toLowerCase()))];
    const rows = await this.analytics.batch(account, wanted, quickRange(range, new Date()));
    const known = new Set(rows.map(({ checkId }) => checkId));
    const missing = wanted.filter((id) => !known.has(id));
    if (missing.length > 0) throw notFound(`The account has no such check: ${missing.join(', ')}`);
    return rows.map(({ checkId, checkType, ...numbers }) => ({
      checkId,
      checkType,
      ...batchNumbers(checkType, numbers),
    })) as BatchItem[];
  }

  /** What can be asked of checks of a type: nothing where there are no reports on it. */
  metricNames(checkType: CheckType): string[] {
    return ANALYTICS_KINDS.filter((kind) => kind.checkType === checkType).flatMap((kind) =>
      metricsOf(kind).map(({ name }) => name),
    );
  }

  async report(account: AccountId, id: string, kind: AnalyticsKind, query: AnalyticsRequest): Promise<AnalyticsReport> {
    const { limit, page, groupBy, aggregationInterval } = query;
    const window = analyticsWindow(query, new Date());
    const metrics = chosenMetrics(kind, query.metrics);
    const grain = grainOf(metrics, aggregationInterval);
    const filter = filterOf(query.filterByStatus);
    const request = { kind, metrics, window, grain, groupBy, ...filter, aggregationInterval, limit, page };
    const found = await this.analytics.report(account, id, request);
    if (!found) throw notFound();
    return { check: found.check, kind, window, metrics, series: seriesOf(found.rows, groupBy) };
  }
}

/** Of heartbeats their states, of the others whether they failed. */
function filterOf(statuses: AnalyticsRequest['filterByStatus'] = []): Pick<ReportRequest, 'hasFailures' | 'states'> {
  const states = HEARTBEAT_STATES.filter((state) => (statuses as readonly string[]).includes(state));
  return { states, hasFailures: failuresOnly(statuses) };
}
