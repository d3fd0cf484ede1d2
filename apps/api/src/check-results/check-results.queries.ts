import {
  offsetOf,
  type AccountId,
  type CheckType,
  type Page,
  type PageRequest,
  type PartRequest,
  type ResultFilter,
  type ResultType,
  type TimeRange,
} from '#domain';
import { Database, idFloor, type Statement } from '#persistence';
import { Injectable } from '@nestjs/common';
import { resultIds } from './result-ids.js';

/** A result with the name of its check. */
export interface CheckResultRow {
  id: string;
  name: string;
  checkId: string;
  checkType: CheckType;
  runId: string;
  sessionId: string;
  runLocation: string;
  attempt: number;
  resultType: ResultType;
  hasFailures: boolean;
  hasErrors: boolean;
  isDegraded: boolean;
  overMaxResponseTime: boolean;
  startedAt: Date;
  stoppedAt: Date;
  createdAt: Date;
  responseTime: number;
  errorGroupId: string | null;
  /** The type's own member; null where there is none, or where it was not asked for. */
  detail: unknown;
}

/** Every list answers a row for a known check: one without a result where there are none. */
type Listed = CheckResultRow | { id: null };

const columns = (detail: string) => `r.id, r.check_id AS "checkId", r.check_type AS "checkType", r.run_id AS "runId",
  r.session_id AS "sessionId", r.run_location AS "runLocation", r.attempt, r.result_type AS "resultType",
  r.has_failures AS "hasFailures", r.has_errors AS "hasErrors", r.is_degraded AS "isDegraded",
  r.over_max_response_time AS "overMaxResponseTime", r.started_at AS "startedAt", r.stopped_at AS "stoppedAt",
  r.created_at AS "createdAt", r.response_time AS "responseTime",
  r.error_group_id AS "errorGroupId", ${detail} AS detail`;

/** $1 to $10. The index leads to check and time; the range of ids leaves the partitions of other days alone. */
const MATCHES = `r.account_id = $1 AND r.check_id = $2 AND r.id >= $3 AND r.id < $4
  AND r.started_at >= $5 AND r.started_at < $6
  AND ($7::text IS NULL OR r.run_location = $7) AND ($8::text IS NULL OR r.check_type = $8)
  AND ($9::boolean IS NULL OR r.has_failures = $9) AND ($10::text IS NULL OR r.result_type = $10)`;

export const PAGE: Statement = {
  name: 'check_result_page',
  text: `SELECT c.name, t.total, r.*
    FROM checks c
    CROSS JOIN (SELECT count(*)::int AS total FROM check_results r WHERE ${MATCHES}) t
    LEFT JOIN (
      SELECT ${columns('r.detail')} FROM check_results r WHERE ${MATCHES}
      ORDER BY r.started_at DESC, r.id DESC LIMIT $11 OFFSET $12
    ) r ON true
    WHERE c.account_id = $1 AND c.id = $2
    ORDER BY r."startedAt" DESC, r.id DESC`,
};

export const PART: Statement = {
  name: 'check_result_part',
  text: `SELECT c.name, r.*
    FROM checks c
    LEFT JOIN (
      SELECT ${columns('CASE WHEN $14::boolean THEN r.detail END')} FROM check_results r
      WHERE ${MATCHES} AND (r.started_at, r.id) < ($11::timestamptz, $12::uuid)
      ORDER BY r.started_at DESC, r.id DESC LIMIT $13
    ) r ON true
    WHERE c.account_id = $1 AND c.id = $2
    ORDER BY r."startedAt" DESC, r.id DESC`,
};

export const ONE: Statement = {
  name: 'check_result',
  text: `SELECT c.name, ${columns('r.detail')}
    FROM check_results r JOIN checks c ON c.account_id = r.account_id AND c.id = r.check_id
    WHERE r.account_id = $1 AND r.check_id = $2 AND r.id = $3`,
};

/** All of these answer null when the account has no such check, or result of it. */
@Injectable()
export class CheckResultsQueries {
  constructor(private readonly database: Database) {}

  async page(
    account: AccountId,
    checkId: string,
    filter: ResultFilter & TimeRange,
    { limit, page }: PageRequest,
  ): Promise<Page<CheckResultRow> | null> {
    const values = [...matching(account, checkId, filter), limit, offsetOf({ limit, page })];
    const rows = await this.database.rows<Listed & { total: number }>(PAGE, values);
    if (!rows[0]) return null;
    return { items: resultsOf(rows.map(({ total: _, ...row }) => row)), total: rows[0].total, limit, page };
  }

  async part(
    account: AccountId,
    checkId: string,
    filter: ResultFilter & TimeRange,
    { limit, nextId, withDetail }: PartRequest & { withDetail: boolean },
  ): Promise<CheckResultRow[] | null> {
    // The end of the window is excluded, which is what a place before all ids of that moment says.
    const place = nextId ?? { at: filter.to, id: idFloor(0) };
    // Partitions of days after the place have nothing to add.
    const to = new Date(Math.min(filter.to.getTime(), place.at.getTime() + 1));
    const matches = matching(account, checkId, { ...filter, to });
    const values = [...matches, place.at, place.id, limit, withDetail];
    const rows = await this.database.rows<Listed>(PART, values);
    return rows.length > 0 ? resultsOf(rows) : null;
  }

  async one(account: AccountId, checkId: string, id: string): Promise<CheckResultRow | null> {
    return (await this.database.rows<CheckResultRow>(ONE, [account, checkId, id]))[0] ?? null;
  }
}

/** The values of `MATCHES`. */
export function matching(account: AccountId, checkId: string, filter: ResultFilter & TimeRange): unknown[] {
  const { from, to, location = null, checkType = null, hasFailures = null, resultType } = filter;
  const wanted = resultType === 'ALL' ? null : resultType;
  return [account, checkId, ...resultIds({ from, to }), from, to, location, checkType, hasFailures, wanted];
}

function resultsOf(rows: Listed[]): CheckResultRow[] {
  return rows.filter((row) => row.id !== null);
}
