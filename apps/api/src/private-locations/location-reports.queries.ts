import type { AccountId, PageRequest, ScheduleQuality, Spread, TimeRange } from '#domain';
import { notFound, offsetOf } from '#domain';
import type { JsonPage } from '#http';
import { Database, idFloor, isoTime, jsonPage, pageOf, ReportSlots } from '#persistence';
import { Injectable } from '@nestjs/common';

/** More runs of the location than these are not looked at: the newest tell enough. */
const MOST_RUNS = 100_000;

/** Parallel arrays, oldest first. Reference 3.12. */
export interface QueueHistory {
  timestamps: Date[];
  queueSize: number[];
  oldestScheduledCheckRun: number[];
}

/** No row for an unknown location. */
const of = (columns: string, rest: string) =>
  `SELECT ${columns} FROM private_locations l ${rest} WHERE l.account_id = $1 AND l.id = $2`;

const HISTORY = {
  name: 'private_location_samples',
  text: of(
    `coalesce(s.timestamps, '{}') AS timestamps, coalesce(s.sizes, '{}') AS "queueSize", coalesce(s.ages, '{}') AS "oldestScheduledCheckRun"`,
    `CROSS JOIN LATERAL (
      SELECT array_agg(s.at ORDER BY s.at) AS timestamps, array_agg(s.queue_size ORDER BY s.at) AS sizes,
        array_agg(s.oldest_seconds ORDER BY s.at) AS ages
      FROM private_location_samples s
      WHERE s.account_id = l.account_id AND s.location_id = l.id AND s.at >= $3 AND s.at < $4) s`,
  ),
};

const spread = (milliseconds: string) => `CASE WHEN count(${milliseconds}) > 0 THEN json_build_object(
  'avg', avg(${milliseconds}), 'max', max(${milliseconds}),
  'p', percentile_cont(ARRAY[0.5, 0.9, 0.99]) WITHIN GROUP (ORDER BY ${milliseconds})) END`;

const QUALITY = {
  name: 'private_location_schedule_quality',
  text: of(
    `coalesce((SELECT json_agg(q ORDER BY q."checkType") FROM (
      SELECT r.check_type AS "checkType", count(r.queued)::int AS runs, count(*) FILTER (WHERE r.queued IS NULL)::int AS abandoned,
        ${spread('r.late')} AS lateness, ${spread('r.queued')} AS "queueTime"
      FROM (SELECT r.check_type, r.state, extract(epoch FROM r.first_started_at - r.due_at)::float8 * 1000 AS late,
          extract(epoch FROM r.first_started_at - r.created_at)::float8 * 1000 AS queued
        FROM check_runs r WHERE r.account_id = $1 AND r.id >= $3 AND r.id < $4 AND r.location = l.slug_name ORDER BY r.id DESC LIMIT ${MOST_RUNS}) r
      WHERE r.queued IS NOT NULL OR r.state = 'done' GROUP BY r.check_type) q), '[]') AS types`,
    '',
  ),
};

const OUTAGES = {
  name: 'private_location_outages_page',
  text: of(
    'p.json, p.count, p.total',
    `CROSS JOIN LATERAL (${jsonPage(
      `SELECT ${isoTime('o.started_at')} AS "from", ${isoTime('o.ended_at')} AS "to" FROM private_location_outages o
       WHERE o.account_id = l.account_id AND o.location_id = l.id ORDER BY o.started_at DESC LIMIT $3 OFFSET $4`,
      'SELECT count(*) FROM private_location_outages o WHERE o.account_id = l.account_id AND o.location_id = l.id',
    )}) p`,
  ),
};

/** What is known of a location over time. All throw not-found. */
@Injectable()
export class LocationReportsQueries {
  constructor(
    private readonly database: Database,
    private readonly slots: ReportSlots,
  ) {}

  async history(account: AccountId, id: string, { from, to }: TimeRange): Promise<QueueHistory> {
    const [history] = await this.database.rows<QueueHistory>(HISTORY, [account, id, from, to]);
    if (!history) throw notFound();
    return history;
  }

  /** Of runs that were queued within the range. */
  async quality(account: AccountId, id: string, { from, to }: TimeRange): Promise<ScheduleQuality[]> {
    const values = [account, id, idFloor(from.getTime()), idFloor(to.getTime())];
    const [found] = await this.slots.run(() => this.database.rows<{ types: QualityRow[] }>(QUALITY, values));
    if (!found) throw notFound();
    return found.types.map((row) => ({ ...row, lateness: spreadOf(row.lateness), queueTime: spreadOf(row.queueTime) }));
  }

  /** The latest first. */
  async outages(account: AccountId, id: string, request: PageRequest): Promise<JsonPage> {
    return pageOf(await this.database.rows(OUTAGES, [account, id, request.limit, offsetOf(request)]), request);
  }
}

type SpreadRow = Pick<Spread, 'avg' | 'max'> & { p: [number, number, number] };
type QualityRow = Pick<ScheduleQuality, 'checkType' | 'runs' | 'abandoned'> &
  Record<'lateness' | 'queueTime', SpreadRow | null>;

function spreadOf(row: SpreadRow | null): Spread | null {
  if (row === null) return null;
  const [p50, p90, p99] = row.p;
  return { avg: row.avg, p50, p90, p99, max: row.max };
}
