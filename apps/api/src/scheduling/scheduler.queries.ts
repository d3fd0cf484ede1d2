import { locationsOfRun, QUEUE_TIME_MS, type AccountId, type CheckType } from '#domain';
import { Database, newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { ClaimRound } from '../metrics/index.js';
import { openSessions, type NewSession } from '../runs/index.js';

interface DueCheck {
  accountId: AccountId;
  checkId: string;
  checkType: CheckType;
  name: string;
  runParallel: boolean;
  locations: string[];
  rotation: number;
  /** The session opened by this claim; null when the check is still in progress and this run is skipped. */
  sessionId: string | null;
  lateMs: number;
}

/**
 * Claims due checks: each in one replica only (SKIP LOCKED), its next run moved along its own grid as `nextRunAt` says, and
 * never while it is still in progress (reference 5.1).
 */
const CLAIM = {
  name: 'schedules_claim',
  text: `
  WITH due AS (
    SELECT account_id, check_id, next_run_at, open_session_id, row_number() OVER () AS nth
    FROM (SELECT account_id, check_id, next_run_at, open_session_id FROM check_schedules
      WHERE active AND next_run_at <= now() ORDER BY next_run_at LIMIT $1 FOR UPDATE SKIP LOCKED) locked
  ), at AS (SELECT extract(epoch FROM now()) * 1000 AS ms)
  UPDATE check_schedules s SET
    next_run_at = to_timestamp((ceil((at.ms + s.period_ms / 2.0 - s.phase_ms) / s.period_ms) * s.period_ms + s.phase_ms) / 1000),
    rotation = CASE WHEN due.open_session_id IS NULL THEN (s.rotation + 1) % 1000000 ELSE s.rotation END,
    open_session_id = coalesce(due.open_session_id, ($2::uuid[])[due.nth])
  FROM due, at, checks c
  WHERE s.account_id = due.account_id AND s.check_id = due.check_id
    AND c.account_id = due.account_id AND c.id = due.check_id
  RETURNING s.account_id AS "accountId", s.check_id AS "checkId", c.check_type AS "checkType", c.name,
    s.run_parallel AS "runParallel", s.locations, s.rotation,
    CASE WHEN due.open_session_id IS NULL THEN s.open_session_id END AS "sessionId",
    greatest(0, at.ms - extract(epoch FROM due.next_run_at) * 1000)::float8 AS "lateMs"`,
};

/** Most polls find nothing: one round trip instead of a transaction. */
const ANY_DUE = {
  name: 'schedules_due',
  text: 'SELECT FROM check_schedules WHERE active AND next_run_at <= now() LIMIT 1',
};
const NOTHING: ClaimRound = { due: 0, skipped: 0, runs: 0, lateness: [] };

@Injectable()
export class SchedulerQueries {
  constructor(private readonly database: Database) {}

  /** Claims at most `limit` due checks and queues their runs: one transaction. */
  async claim(limit: number): Promise<ClaimRound> {
    if ((await this.database.rows(ANY_DUE)).length === 0) return NOTHING;
    return this.database.transaction(async (transaction) => {
      const moment = Date.now();
      const ids = Array.from({ length: limit }, () => newId(moment));
      const due = await transaction.rows<DueCheck>(CLAIM, [limit, ids]);
      const starting = due.filter((check) => check.sessionId !== null).map(sessionOf);
      await openSessions(transaction, starting, moment, QUEUE_TIME_MS);
      return {
        due: due.length,
        skipped: due.length - starting.length,
        runs: starting.reduce((sum, { locations }) => sum + locations.length, 0),
        lateness: due.map(({ lateMs }) => lateMs),
      };
    });
  }
}

function sessionOf({ sessionId, rotation, ...check }: DueCheck): NewSession {
  return { ...check, id: sessionId!, source: 'SCHEDULER', locations: locationsOfRun(check, rotation) };
}
