import {
  locationsOfRun,
  QUEUE_TIME_MS,
  type AccountId,
  type CheckType,
  type RunSource,
  type SessionStatus,
} from '#domain';
import { Database, idFloor, momentOf, newId, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { ALL_TAGS } from '../checks/index.js';
import { openSessions, type NewSession } from '../runs/index.js';

export interface SessionRow {
  accountId: AccountId;
  id: string;
  checkId: string;
  checkType: CheckType;
  name: string;
  source: RunSource;
  status: SessionStatus;
  runLocations: string[];
  startedAt: Date;
  stoppedAt: Date | null;
}

export interface SessionResultRow {
  id: string;
  runLocation: string;
  resultType: 'FINAL' | 'ATTEMPT';
  hasErrors: boolean;
  hasFailures: boolean;
  isDegraded: boolean;
  aborted: boolean;
  responseTime: number;
  startedAt: Date;
  stoppedAt: Date;
}

/** Which checks to run: by id, by tags of theirs or their group (outer list OR, inner list AND, reference 5.10), or all. */
export interface TriggerTarget {
  checkId?: string[];
  matchTags?: string[][];
  /** Only checks that run there, and they only there. */
  location?: string;
}

const SESSION_COLUMNS = `account_id AS "accountId", id, check_id AS "checkId", check_type AS "checkType", name, source, status,
  run_locations AS "runLocations", started_at AS "startedAt", stopped_at AS "stoppedAt"`;

const SESSION = {
  name: 'check_session',
  text: `SELECT ${SESSION_COLUMNS} FROM check_sessions WHERE account_id = $1 AND id = $2`,
};

/** The results of a session carry the moment of its id: a narrow range of one partition. */
const RESULTS = {
  name: 'check_session_results',
  text: `SELECT id, run_location AS "runLocation", result_type AS "resultType", has_errors AS "hasErrors",
      has_failures AS "hasFailures", is_degraded AS "isDegraded", aborted, response_time AS "responseTime",
      started_at AS "startedAt", stopped_at AS "stoppedAt"
    FROM check_results WHERE account_id = $1 AND session_id = $2 AND id >= $3 AND id < $4 ORDER BY run_location, attempt`,
};

const TRIGGERED = `
  SELECT s.check_id AS "checkId", c.check_type AS "checkType", c.name, s.run_parallel AS "runParallel", s.locations, s.rotation
  FROM check_schedules s JOIN checks c ON c.account_id = s.account_id AND c.id = s.check_id
  WHERE s.account_id = $1 AND s.active AND ($2::uuid[] IS NULL OR s.check_id = ANY ($2))
    AND ($4::text IS NULL OR $4 = ANY (s.locations))
    AND ($3::jsonb IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements($3) AS allof (tags) WHERE ${ALL_TAGS} @> ARRAY(SELECT jsonb_array_elements_text(allof.tags))))
  ORDER BY s.check_id FOR UPDATE OF s`;

/** The schedule does not start these checks while any session of theirs is open. */
const NOTE_OPEN = `
  UPDATE check_schedules s SET rotation = (s.rotation + 1) % 1000000, open_session_ids = s.open_session_ids || n.session_id
  FROM unnest($2::uuid[], $3::uuid[]) AS n (check_id, session_id)
  WHERE s.account_id = $1 AND s.check_id = n.check_id`;

type TriggeredCheck = Pick<SessionRow, 'checkId' | 'checkType' | 'name'> & {
  runParallel: boolean;
  locations: string[];
  rotation: number;
};

@Injectable()
export class CheckSessionsQueries {
  constructor(private readonly database: Database) {}

  async find(account: AccountId, id: string): Promise<SessionRow | undefined> {
    const [session] = await this.database.rows<SessionRow>(SESSION, [account, id]);
    return session;
  }

  results(account: AccountId, sessionId: string): Promise<SessionResultRow[]> {
    const moment = momentOf(sessionId);
    return this.database.rows<SessionResultRow>(RESULTS, [account, sessionId, idFloor(moment), idFloor(moment + 1)]);
  }

  /** Opens one session for each check that matches and can run. */
  async trigger(account: AccountId, target: TriggerTarget, source: RunSource): Promise<SessionRow[]> {
    return this.database.transaction(async (transaction) => {
      const { checkId = null, matchTags, location } = target;
      const tags = matchTags ? JSON.stringify(matchTags) : null;
      const checks = await transaction.rows<TriggeredCheck>(TRIGGERED, [account, checkId, tags, location ?? null]);
      const placed = location === undefined ? checks : checks.map((check) => ({ ...check, locations: [location] }));
      return this.open(transaction, account, placed, source);
    });
  }

  private async open(
    transaction: Transaction,
    account: AccountId,
    checks: TriggeredCheck[],
    source: RunSource,
  ): Promise<SessionRow[]> {
    const moment = Date.now();
    const sessions: NewSession[] = checks.map(({ runParallel, locations, rotation, ...check }) => ({
      ...check,
      id: newId(moment),
      accountId: account,
      source,
      locations: locationsOfRun({ runParallel, locations }, rotation),
    }));
    await openSessions(transaction, sessions, moment, QUEUE_TIME_MS);
    await transaction.rows(NOTE_OPEN, [
      account,
      sessions.map((session) => session.checkId),
      sessions.map(({ id }) => id),
    ]);
    const startedAt = new Date(moment);
    return sessions.map(({ locations, ...session }) => ({
      ...session,
      status: 'STARTED',
      runLocations: locations,
      startedAt,
      stoppedAt: null,
    }));
  }
}
