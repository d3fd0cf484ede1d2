import { notFound, type AccountId, type HeartbeatState, type HeartbeatTally, type TimeRange } from '#domain';
import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';

export interface HeartbeatEvent {
  id: string;
  state: HeartbeatState;
  timestamp: Date;
  source: string | null;
  userAgent: string | null;
}

/** The events of a range and of the range of the same length before it. */
export interface RangeTally {
  current: HeartbeatTally;
  previous: HeartbeatTally;
}

const COLUMNS = 'e.id, e.state, e.timestamp, e.source, e.user_agent AS "userAgent"';

/** One row for each range; none for what is no heartbeat check. The index holds all that is counted. */
const TALLIES = {
  name: 'heartbeat_tallies',
  text: `
  SELECT t.* FROM heartbeats h CROSS JOIN unnest($3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS r (since, until, nth)
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE e.timestamp >= r.since)::int AS events,
        count(*) FILTER (WHERE e.timestamp >= r.since AND e.state <> 'FAILING')::int AS pings,
        count(*) FILTER (WHERE e.timestamp < r.since)::int AS "eventsBefore",
        count(*) FILTER (WHERE e.timestamp < r.since AND e.state <> 'FAILING')::int AS "pingsBefore"
      FROM heartbeat_events e WHERE e.account_id = $1 AND e.check_id = $2
        AND e.timestamp >= r.since - (r.until - r.since) AND e.timestamp < r.until) t
  WHERE h.account_id = $1 AND h.check_id = $2 ORDER BY r.nth`,
};

const EVENTS = {
  name: 'heartbeat_events',
  text: `SELECT ${COLUMNS} FROM heartbeat_events e WHERE e.account_id = $1 AND e.check_id = $2 AND e.timestamp >= $3
    AND e.timestamp < $4 ORDER BY e.timestamp DESC, e.id DESC LIMIT $5`,
};

const EVENT = {
  name: 'heartbeat_event',
  text: `SELECT ${COLUMNS} FROM heartbeat_events e WHERE e.account_id = $1 AND e.check_id = $2 AND e.id = $3`,
};

interface TallyRow {
  events: number;
  pings: number;
  eventsBefore: number;
  pingsBefore: number;
}

@Injectable()
export class HeartbeatsQueries {
  constructor(private readonly database: Database) {}

  /** Throws not-found for what is no heartbeat check of the account. */
  async tallies(account: AccountId, checkId: string, ranges: TimeRange[]): Promise<RangeTally[]> {
    const bounds = [ranges.map(({ from }) => from), ranges.map(({ to }) => to)];
    const rows = await this.database.rows<TallyRow>(TALLIES, [account, checkId, ...bounds]);
    if (rows.length === 0) throw notFound();
    return rows.map(({ events, pings, eventsBefore, pingsBefore }) => ({
      current: { events, pings },
      previous: { events: eventsBefore, pings: pingsBefore },
    }));
  }

  events(account: AccountId, checkId: string, { from, to }: TimeRange, limit: number): Promise<HeartbeatEvent[]> {
    return this.database.rows<HeartbeatEvent>(EVENTS, [account, checkId, from, to, limit]);
  }

  /** Throws not-found. */
  async event(account: AccountId, checkId: string, id: string): Promise<HeartbeatEvent> {
    const [event] = await this.database.rows<HeartbeatEvent>(EVENT, [account, checkId, id]);
    if (!event) throw notFound();
    return event;
  }
}
