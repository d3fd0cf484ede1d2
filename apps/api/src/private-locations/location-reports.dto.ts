import { CHECK_TYPES, METRICS_DAYS, type CheckType, type ScheduleQuality, type Spread } from '#domain';
import { Decimal, DecimalList, Nested, OneOf, Time, TimeList, Whole } from '#http';
import type { QueueHistory } from './location-reports.queries.js';

const MOST_MINUTES = METRICS_DAYS * 24 * 60;

/** Reference 1.4 and 2.15. "Try it out" begins with the last hour. */
export class LocationMetricsQuery {
  @Time({ description: 'From this time on, less than 15 days ago', example: '2026-11-21T11:00:00.000Z' }) from: Date;
  @Time({ description: 'Before this time', example: '2026-11-21T12:00:00.000Z' }) to: Date;
}

/** Reference 3.12. */
export class LocationMetricsView implements QueueHistory {
  @TimeList({ max: MOST_MINUTES, description: 'Full minutes, oldest first', example: ['2026-11-21T12:00:00.000Z'] })
  timestamps: Date[];
  @DecimalList({ max: MOST_MINUTES, description: 'Runs that waited for an agent at each of them', example: [0] })
  queueSize: number[];
  @DecimalList({ max: MOST_MINUTES, description: 'How long the oldest of these had waited, in seconds', example: [0] })
  oldestScheduledCheckRun: number[];
}

export class ScheduleQualityQuery {
  @Time({ optional: true, description: 'Runs queued from this time on; an hour ago without both' }) from?: Date;
  @Time({ optional: true, description: 'Runs queued before this time; at most 24 hours later' }) to?: Date;
}

class SpreadView implements Spread {
  @Decimal({ description: 'Mean', example: 120 }) avg: number;
  @Decimal({ description: 'Median', example: 110 }) p50: number;
  @Decimal({ description: '90th percentile', example: 210 }) p90: number;
  @Decimal({ description: '99th percentile', example: 290 }) p99: number;
  @Decimal({ description: 'The longest', example: 310 }) max: number;
}

export class ScheduleQualityView implements ScheduleQuality {
  @OneOf(CHECK_TYPES, { description: 'Type of the checks', example: 'URL' }) checkType: CheckType;
  @Whole({ min: 0, description: 'Runs that an agent took', example: 60 }) runs: number;
  @Whole({ min: 0, description: 'Runs that ended because no agent took them', example: 0 }) abandoned: number;
  @Nested(() => SpreadView, {
    nullable: true,
    description: 'Milliseconds from the time of a scheduled run to the agent that takes it',
  })
  lateness: Spread | null;
  @Nested(() => SpreadView, {
    nullable: true,
    description: 'Milliseconds from queueing a run to the agent that takes it',
  })
  queueTime: Spread | null;
}

/** PostgreSQL writes it. */
export class LocationOutageView {
  @Time({ description: 'When an agent was seen last', example: '2026-11-21T12:00:00.000Z' }) from: Date;
  @Time({ nullable: true, description: 'When one came back; null: none has yet', example: null }) to: Date | null;
}
