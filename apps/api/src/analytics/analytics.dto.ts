import {
  AGGREGATIONS,
  CHECK_TYPES,
  HEARTBEAT_STATES,
  METRIC_UNITS,
  metadataOf,
  metricsOf,
  QUICK_RANGES,
  STATUS_FILTERS,
  type AnalyticsGroup,
  type AnalyticsKind,
  type AnalyticsRequest,
  type AnalyticsRow,
  type AnalyticsSeries,
  type CheckType,
  type HeartbeatState,
  type MetricMetadata,
  type PageRequest,
  type QuickRange,
  type StatusFilter,
} from '#domain';
import {
  Decimal,
  field,
  Flag,
  ListOf,
  Nested,
  NestedList,
  OneOf,
  PageQuery,
  Text,
  TextList,
  Time,
  Uuid,
  Whole,
} from '#http';
import type { Type } from '@nestjs/common';
import type { AnalyticsReport } from './analytics.service.js';

/** Spec 4.2: what all kinds of reports take. */
abstract class WindowQuery extends PageQuery implements AnalyticsRequest {
  @Time({ optional: true, description: 'Start of the window, included; overrides quickRange' }) from?: Date;
  @Time({ optional: true, description: 'End of the window, excluded; now when absent' }) to?: Date;
  @OneOf(QUICK_RANGES, {
    default: 'last24Hours',
    description: 'The window where neither from nor to is given; UTC, weeks start on Monday',
    example: 'last24Hours',
  })
  quickRange: QuickRange;
  abstract metrics: string[];
  filterByStatus?: StatusFilter[] | HeartbeatState[];
  groupBy?: AnalyticsGroup;
  aggregationInterval?: number;
}

/** What reports of one kind take: its metrics, filters and groups are those of the catalogue. */
export function analyticsQuery(kind: AnalyticsKind): Type<AnalyticsRequest> {
  const names = metricsOf(kind).map(({ name }) => name);
  const fallback = kind.byDefault && { default: [...kind.byDefault] };

  class KindQuery extends WindowQuery {
    @ListOf(names, {
      min: 1,
      ...fallback,
      description: 'What to report, repeated or separated by commas',
      example: fallback?.default ?? [names.find((name) => name.endsWith('_avg')), 'availability'],
    })
    metrics: string[];
    @ListOf(kind.counts === undefined ? STATUS_FILTERS : HEARTBEAT_STATES, {
      optional: true,
      description:
        kind.counts === undefined
          ? 'Only such results; passed and degraded ones are successes'
          : 'Only such events; all but FAILING are pings',
    })
    declare filterByStatus?: WindowQuery['filterByStatus'];
  }
  if (kind.groups.length === 0) return KindQuery;

  class GroupedQuery extends KindQuery {
    @Decimal({
      min: 1,
      max: 43_200,
      optional: true,
      description: 'Minutes per row, e.g. 60; intervals are counted from the unix epoch, empty ones are left out',
    })
    declare aggregationInterval?: number;
    @OneOf(kind.groups, { optional: true, description: 'One series for each of these; takes longer' })
    declare groupBy?: AnalyticsGroup;
  }
  return GroupedQuery;
}

/** Rows and metadata have one property per metric that was asked for. */
const Rows = (description: string) =>
  field(
    {
      name: 'rows',
      check: () => null,
      schema: {
        type: 'array',
        items: {
          type: 'object',
          required: ['timestamp'],
          properties: { timestamp: { type: 'string', format: 'date-time' } },
          additionalProperties: { type: 'number', nullable: true },
        },
      },
    },
    { description, example: [{ timestamp: '2026-11-21T12:00:00.000Z', responseTime_avg: 118.4 }] },
  );

const Metadata = (description: string) =>
  field(
    {
      name: 'metadata',
      check: () => null,
      schema: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['unit', 'label'],
          properties: {
            unit: { type: 'string', enum: [...METRIC_UNITS] },
            label: { type: 'string' },
            aggregation: { type: 'string', enum: [...AGGREGATIONS] },
          },
        },
      },
    },
    {
      description,
      example: { responseTime_avg: { unit: 'milliseconds', label: 'Response time', aggregation: 'avg' } },
    },
  );

/** Decision 2. */
class AnalyticsSeriesView {
  @Text({ optional: true, description: 'The location, where grouped by it', example: 'default' }) runLocation?: string;
  @Whole({
    optional: true,
    nullable: true,
    description: 'The status, where grouped by it; null where the target did not answer',
    example: 200,
  })
  statusCode?: number | null;
  @Rows('By time; a metric is null where no result has a value for it') data: AnalyticsRow[];
}

class AnalyticsPageView {
  @Whole({ description: 'The page, from 1', example: 1 }) page: number;
  @Whole({ description: 'How many times a page has', example: 10 }) limit: number;
}

/** Spec 2.16. */
export class AnalyticsView {
  @Uuid({ description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' }) checkId: string;
  @Text({ description: 'Its name', example: 'Home page' }) name: string;
  @OneOf(CHECK_TYPES, { description: 'Its type', example: 'URL' }) checkType: CheckType;
  @Flag({ description: 'Whether it is scheduled', example: true }) activated: boolean;
  @Flag({ description: 'Whether it runs without alerts', example: false }) muted: boolean;
  @Decimal({ description: 'Minutes between its runs', example: 10 }) frequency: number;
  @Time({ description: 'Start of the window, included', example: '2026-11-20T12:00:00.000Z' }) from: Date;
  @Time({ description: 'End of the window, excluded', example: '2026-11-21T12:00:00.000Z' }) to: Date;
  @TextList({ description: 'Its tags', example: ['production'] }) tags: string[];
  @NestedList(() => AnalyticsSeriesView, { description: 'One entry, or one for each group' }) series: AnalyticsSeries[];
  @Nested(() => AnalyticsPageView, { description: 'Which part of the rows this is' }) pagination: AnalyticsPageView;
  @Metadata('What each metric is; aggregation is left out for base metrics') metadata: Record<string, MetricMetadata>;

  static of({ check, kind, window, metrics, series }: AnalyticsReport, { limit, page }: PageRequest): AnalyticsView {
    return {
      ...check,
      checkType: kind.checkType,
      ...window,
      series,
      pagination: { page, limit },
      metadata: Object.fromEntries(metrics.map((metric) => [metric.name, metadataOf(metric)])),
    };
  }
}
