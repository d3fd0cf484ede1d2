import { HEARTBEAT_STATES, type HeartbeatAvailability, type HeartbeatState } from '#domain';
import { Decimal, Nested, NestedList, OneOf, Text, Time, Uuid, Whole } from '#http';
import type { HeartbeatEvent } from './heartbeats.queries.js';

/** Of the event that the first start makes. */
export const EXAMPLE_EVENT_ID = '55555555-5555-4555-8555-555555555555';

/** Spec 4.6. */
export class HeartbeatRangeQuery {
  @Time({ optional: true, description: 'From this moment on; 24 hours ago where it is absent' }) startTime?: Date;
  @Time({ optional: true, description: 'Before this moment; now where it is absent' }) endTime?: Date;
}

/** Reference 2.5. */
export class HeartbeatEventsQuery extends HeartbeatRangeQuery {
  @Whole({ min: 1, max: 10, default: 10, description: 'How many events', example: 10 }) limit: number;
}

class SuccessRatioView {
  @Decimal({
    optional: true,
    description: 'Per cent of the period of the same length before; absent where it had no events',
    example: 100,
  })
  previousPeriod?: number;
  @Decimal({ description: 'Per cent, 0 to 100', example: 99.5 }) currentPeriod: number;
}

/** Spec 2.10. */
export class HeartbeatAvailabilityView implements HeartbeatAvailability {
  @Nested(() => SuccessRatioView, { description: 'How many of the events were pings' })
  successRatio: HeartbeatAvailability['successRatio'];
  @Whole({ description: 'Events of the period', example: 24 }) totalEntitiesCurrentPeriod: number;
}

/** Reference 3.8. */
export class HeartbeatEventView {
  @Uuid({ description: 'Id of the event', example: EXAMPLE_EVENT_ID }) id: string;
  @OneOf(HEARTBEAT_STATES, { description: 'FAILING: no ping came in time; else how the ping was', example: 'RECEIVED' })
  state: HeartbeatState;
  @Time({ description: 'When it happened', example: '2026-11-21T12:00:00.000Z' }) timestamp: Date;
  @Text({ nullable: true, description: 'Origin or Referer of the ping', example: null }) source: string | null;
  @Text({ nullable: true, description: 'User agent of the ping', example: 'curl/8.5.0' }) userAgent: string | null;

  static of({ id, state, timestamp, source, userAgent }: HeartbeatEvent): HeartbeatEventView {
    return { id, state, timestamp, source, userAgent };
  }
}

class HeartbeatStatsView {
  @Nested(() => HeartbeatAvailabilityView, { nullable: true, description: 'Of the last 24 hours; null without events' })
  last24Hours: HeartbeatAvailability | null;
  @Nested(() => HeartbeatAvailabilityView, { nullable: true, description: 'Of the last 7 days; null without events' })
  last7Days: HeartbeatAvailability | null;
}

export type HeartbeatStats = Pick<HeartbeatStatsView, 'last24Hours' | 'last7Days'>;

export class HeartbeatEventsView {
  @NestedList(() => HeartbeatEventView, { description: 'Newest first' }) events: HeartbeatEventView[];
  @Nested(() => HeartbeatStatsView, { description: 'How reliably the pings come' }) stats: HeartbeatStats;
}

export class HeartbeatEventDetailView {
  @Nested(() => HeartbeatEventView, { description: 'The event' }) event: HeartbeatEventView;
  @Nested(() => HeartbeatStatsView, { description: 'How reliably the pings come' }) stats: HeartbeatStats;
}
