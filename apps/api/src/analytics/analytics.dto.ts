import {
  AGGREGATIONS,
  CHECK_TYPES,
  METRIC_UNITS,
  metadataOf,
  QUICK_RANGES,
  STATUS_FILTERS,
  type AnalyticsGroup,
  type AnalyticsRequest,
  type AnalyticsRow,
  type AnalyticsSeries,
  type CheckType,
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
import type { AnalyticsReport } from './analytics.service.js';

/** Spec 4.2: what all kinds of reports take; `metrics` and `groupBy` are declared per kind, by its catalogue. */
export abstract class AnalyticsQuery extends PageQuery implements AnalyticsRequest {
  @Time({ optional: true, description: 'Start of the window, included; overrides quickRange' }) from?: Date;
  @Time({ optional: true, description: 'End of the window, excluded; now when absent' }) to?: Date;
  @OneOf(QUICK_RANGES, {
    default: 'last24Hours',
    description: 'The window where neither from nor to is given; UTC, weeks start on Monday',
    example: 'last24Hours',
  })
  quickRange: QuickRange;
  @Decimal({
    min: 1,
    max: 43_200,
    optional: true,
    description: 'Minutes per row, e.g. 60; intervals are counted from the unix epoch, empty ones are left out',
  })
  aggregationInterval?: number;
  @ListOf(STATUS_FILTERS, { optional: true, description: 'Only such results; passed and degraded ones are successes' })
  filterByStatus?: StatusFilter[];
  abstract metrics: string[];
  abstract groupBy?: AnalyticsGroup;
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
