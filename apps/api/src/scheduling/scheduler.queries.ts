import { locationsOfRun, QUEUE_TIME_MS, type AccountId, type CheckType } from '#domain';
import { Database, newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { ClaimRound } from '../metrics/index.js';
import { firstRunFromSql, openSessions, type NewSession } from '../runs/index.js';

interface DueCheck {
  accountId: AccountId;
  checkId: string;
  checkType: CheckType;
  name: string;
  runParallel: boolean;
  /** Those that are reachable. */
  locations: string[];
  rotation: number;
  /** The session opened by this claim; null when the check is still in progress and this run is skipped. */
  sessionId: string | null;
  /** Whether a maintenance window keeps it from running. */
  paused: boolean;
  lateMs: number;
  /** The point of its grid that it was claimed for, in unix milliseconds. */
  dueAt: number;
}

/**
 * Claims due checks: each in one replica only (SKIP LOCKED), its next run moved along its own grid as `nextRunAt` says, and
 * never while it is still in progress (reference 5.1) or inside a pause (5.9): that moves it to the end of the pause. A pause
 * that is over says nothing about the next one: its check waits until that one is settled. Locations that no agent can be
 * reached in (5.11) are left out, which is looked for only while there is any; a check that has no other waits for its next
 * point. LATERAL: as with leases, no statistics must lead to another plan.
 */
export const CLAIM = {
  name: 'schedules_claim',
  text: `
  WITH due AS (
    SELECT *, CASE WHEN NOT open AND NOT paused AND reachable <> '{}' THEN ($2::uuid[])[nth] END AS session_id FROM (
    SELECT account_id, check_id, next_run_at, open, pause_to, paused, row_number() OVER () AS nth,
      CASE WHEN EXISTS (SELECT FROM private_location_outages WHERE ended_at IS NULL) THEN
        ARRAY(SELECT n.slug FROM unnest(locked.locations) WITH ORDINALITY AS n (slug, at) WHERE NOT EXISTS (
          SELECT FROM private_location_outages o
          WHERE o.account_id = locked.account_id AND o.slug_name = n.slug AND o.ended_at IS NULL) ORDER BY n.at)
      ELSE locked.locations END AS reachable
    FROM (SELECT account_id, check_id, next_run_at, open_session_ids <> '{}' AS open, pause_to, locations,
        coalesce(pause_from <= now(), false) AS paused
      FROM check_schedules WHERE active AND next_run_at <= now() AND (pause_to IS NULL OR pause_to > now())
      ORDER BY next_run_at LIMIT $1 FOR UPDATE SKIP LOCKED) locked) known
  ), at AS (SELECT extract(epoch FROM now()) * 1000 AS ms)
  UPDATE check_schedules s SET
    next_run_at = ${firstRunFromSql('CASE WHEN due.paused THEN extract(epoch FROM due.pause_to) * 1000 ELSE at.ms + s.period_ms / 2.0 END')},
    rotation = CASE WHEN due.session_id IS NULL THEN s.rotation ELSE (s.rotation + 1) % 1000000 END,
    open_session_ids = CASE WHEN due.session_id IS NULL THEN s.open_session_ids ELSE ARRAY[due.session_id] END
  FROM due, at, LATERAL (SELECT * FROM checks c WHERE c.account_id = due.account_id AND c.id = due.check_id OFFSET 0) c
  WHERE s.account_id = due.account_id AND s.check_id = due.check_id
  RETURNING s.account_id AS "accountId", s.check_id AS "checkId", c.check_type AS "checkType", c.name,
    s.run_parallel AS "runParallel", due.reachable AS locations, s.rotation,
    due.session_id AS "sessionId", due.paused,
    greatest(0, at.ms - extract(epoch FROM due.next_run_at) * 1000)::float8 AS "lateMs",
    extract(epoch FROM due.next_run_at)::float8 * 1000 AS "dueAt"`,
};

/** Most polls find nothing: one round trip instead of a transaction. Both look at the beginning of an index. */
const ANY_DUE = {
  name: 'schedules_due',
  text: `SELECT EXISTS (SELECT FROM check_schedules WHERE active AND next_run_at <= now()) AS due,
    (SELECT pause_to <= now() FROM check_schedules WHERE pause_to IS NOT NULL ORDER BY pause_to LIMIT 1) AS over`,
};
const NOTHING: ClaimRound = { due: 0, paused: 0, unreachable: 0, skipped: 0, runs: 0, lateness: [] };

@Injectable()
export class SchedulerQueries {
  constructor(private readonly database: Database) {}

  /** Claims at most `limit` due checks and queues their runs: one transaction. `over`: whether there are pauses that are over. */
  async claim(limit: number): Promise<ClaimRound & { over: boolean }> {
    const [any] = await this.database.rows<{ due: boolean; over: boolean | null }>(ANY_DUE);
    return { ...(any!.due ? await this.claimDue(limit) : NOTHING), over: any!.over === true };
  }

  private claimDue(limit: number): Promise<ClaimRound> {
    return this.database.transaction(async (transaction) => {
      const moment = Date.now();
      const ids = Array.from({ length: limit }, () => newId(moment));
      const due = await transaction.rows<DueCheck>(CLAIM, [limit, ids]);
      const waiting = due.filter(({ paused }) => paused);
      const running = due.filter(({ paused, locations }) => !paused && locations.length > 0);
      const starting = running.filter((check) => check.sessionId !== null).map(sessionOf);
      await openSessions(transaction, starting, moment, QUEUE_TIME_MS);
      return {
        due: due.length,
        paused: waiting.length,
        unreachable: due.length - waiting.length - running.length,
        skipped: running.length - starting.length,
        runs: starting.reduce((sum, { locations }) => sum + locations.length, 0),
        lateness: running.map(({ lateMs }) => lateMs),
      };
    });
  }
}

function sessionOf({ sessionId, rotation, paused: _, ...check }: DueCheck): NewSession {
  return { ...check, id: sessionId!, source: 'SCHEDULER', locations: locationsOfRun(check, rotation) };
}
