import {
  heartbeatAvailability,
  LONGEST_REPORT_DAYS,
  ruleBroken,
  type AccountId,
  type HeartbeatAvailability,
  type TimeRange,
} from '#domain';
import { Injectable } from '@nestjs/common';
import {
  HeartbeatEventView,
  type HeartbeatEventDetailView,
  type HeartbeatEventsQuery,
  type HeartbeatEventsView,
  type HeartbeatRangeQuery,
  type HeartbeatStats,
} from './heartbeats.dto.js';
import { HeartbeatsQueries } from './heartbeats.queries.js';

const DAY_MS = 86_400_000;

@Injectable()
export class HeartbeatsService {
  constructor(private readonly queries: HeartbeatsQueries) {}

  /** Null without events. Throws not-found for what is no heartbeat check of the account. */
  async availability(
    account: AccountId,
    checkId: string,
    query: HeartbeatRangeQuery,
  ): Promise<HeartbeatAvailability | null> {
    const [tally] = await this.queries.tallies(account, checkId, [rangeOf(query)]);
    return heartbeatAvailability(tally!.current, tally!.previous);
  }

  /** Throws not-found. */
  async events(account: AccountId, checkId: string, query: HeartbeatEventsQuery): Promise<HeartbeatEventsView> {
    const stats = await this.stats(account, checkId);
    const events = await this.queries.events(account, checkId, rangeOf(query), query.limit);
    return { events: events.map((event) => HeartbeatEventView.of(event)), stats };
  }

  /** Throws not-found. */
  async event(account: AccountId, checkId: string, id: string): Promise<HeartbeatEventDetailView> {
    const event = await this.queries.event(account, checkId, id);
    return { event: HeartbeatEventView.of(event), stats: await this.stats(account, checkId) };
  }

  private async stats(account: AccountId, checkId: string): Promise<HeartbeatStats> {
    const now = Date.now();
    const ranges = [1, 7].map((days) => ({ from: new Date(now - days * DAY_MS), to: new Date(now) }));
    const tallies = await this.queries.tallies(account, checkId, ranges);
    const [last24Hours, last7Days] = tallies.map(({ current, previous }) => heartbeatAvailability(current, previous));
    return { last24Hours: last24Hours!, last7Days: last7Days! };
  }
}

/** Spec 4.6: from 24 hours ago until now. Throws a broken rule for a range that ends before it begins, or is too long. */
function rangeOf({ startTime, endTime }: HeartbeatRangeQuery): TimeRange {
  const now = Date.now();
  const [from, to] = [startTime ?? new Date(now - DAY_MS), endTime ?? new Date(now)];
  if (from >= to) throw ruleBroken('"startTime" must lie before "endTime"', 'startTime');
  if (to.getTime() - from.getTime() > LONGEST_REPORT_DAYS * DAY_MS)
    throw ruleBroken(`"startTime" and "endTime" may be at most ${LONGEST_REPORT_DAYS} days apart`, 'startTime');
  return { from, to };
}
