import {
  groupedBy,
  isOpen,
  MAX_HAND_BACKS,
  MAX_TAKEOVERS,
  runsWithGroup,
  sessionStatus,
  tallyOf,
  type AccountId,
  type GroupSettings,
  type SessionTally,
} from '#domain';
import { idFloor, type Transaction } from '#persistence';
import { GROUP_SETTINGS } from '../checks/index.js';
import {
  openRunsSince,
  SESSIONS_CHANNEL,
  type LockedRun,
  type RunChange,
  type SessionProgress,
  type StoredResult,
} from '../runs/index.js';

const RUN_COLUMNS = `r.account_id AS "accountId", r.id, r.session_id AS "sessionId", r.check_id AS "checkId",
  r.check_type AS "checkType", r.location, r.state, r.token, r.attempt, r.losses, r.created_at AS "createdAt",
  r.leased_at AS "leasedAt", r.first_started_at AS "firstStartedAt",
  CASE WHEN c.id IS NOT NULL THEN json_build_object('retryStrategy', c.retry_strategy, 'doubleCheck', c.double_check,
    'runParallel', c.run_parallel, 'privateLocations', c.private_locations) END AS "check",
  ${GROUP_SETTINGS} AS "group"`;
/** LATERAL: as with leases, without statistics each run would go through all checks of its account. */
const RUNS = `check_runs r LEFT JOIN LATERAL (
    SELECT * FROM checks c WHERE c.account_id = r.account_id AND c.id = r.check_id OFFSET 0) c ON true`;

/** Locks are always taken in the order runs by id, sessions by id, schedules and statuses by check: no deadlocks. */
export const LOCK_RUNS = {
  name: 'runs_lock',
  text: `
  SELECT ${RUN_COLUMNS} FROM ${RUNS}
  WHERE r.account_id = $1 AND r.id = ANY ($2::uuid[]) ORDER BY r.id FOR UPDATE OF r`,
};

const LOCK_EXPIRED = {
  name: 'runs_lock_expired',
  text: `
  SELECT ${RUN_COLUMNS} FROM ${RUNS}
  WHERE r.state <> 'done' AND r.id >= $1
    AND (r.expires_at < now() OR r.id < $2 OR (r.state = 'leased' AND r.available_at < now() AND r.losses >= $3)
      OR (r.state = 'queued' AND r.token - r.attempt - r.losses >= $4))
  ORDER BY r.id LIMIT $5 FOR UPDATE OF r SKIP LOCKED`,
};

const STORED = {
  name: 'results_stored',
  text: `SELECT id FROM check_results WHERE account_id = $1 AND id = ANY ($2::uuid[])`,
};

/** The results, and what becomes of their runs, which are locked. One statement: each costs a round trip. */
export const STORE = {
  name: 'results_store',
  text: `
  WITH changed AS (
    UPDATE check_runs r SET state = n.state, attempt = n.attempt, location = n.location,
      available_at = now() + n.wait_ms * interval '1 ms', expires_at = now() + (n.wait_ms + $3) * interval '1 ms'
    FROM json_to_recordset($2::json) AS n (account_id uuid, id uuid, state text, attempt integer, location text, wait_ms float8)
    WHERE r.account_id = n.account_id AND r.id = n.id AND r.account_id = ANY ($5::uuid[]) AND r.id = ANY ($4::uuid[])
  )
  INSERT INTO check_results (account_id, id, run_id, session_id, check_id, check_type, run_location, attempt, result_type,
    has_failures, has_errors, is_degraded, over_max_response_time, aborted, started_at, stopped_at, response_time,
    status_code, wait, dns, tcp, tls, first_byte, download, error_message,
    error_group_id, detail, metrics)
  SELECT * FROM json_to_recordset($1::json) AS r (account_id uuid, id uuid, run_id uuid, session_id uuid, check_id uuid,
    check_type text, run_location text, attempt integer, result_type text, has_failures boolean, has_errors boolean,
    is_degraded boolean, over_max_response_time boolean, aborted boolean, started_at timestamptz, stopped_at timestamptz,
    response_time float8, status_code integer, wait float8, dns float8, tcp float8, tls float8, first_byte float8,
    download float8, error_message text, error_group_id uuid, detail jsonb, metrics jsonb)`,
};

/** Whether a session is over is asked outside: inside, the index of open sessions would be taken for each of them. */
export const SESSIONS_OF = {
  name: 'sessions_lock',
  text: `
  SELECT s.account_id, s.id, s.check_id, cardinality(s.run_locations) AS runs, s.passed, s.degraded, s.failed, s.errored,
    s.aborted
  FROM (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS n (account_id, id) ORDER BY id) n CROSS JOIN LATERAL (
    SELECT * FROM check_sessions s WHERE s.account_id = n.account_id AND s.id = n.id OFFSET 0 FOR UPDATE) s
  WHERE s.stopped_at IS NULL`,
};

/** Moves sessions, which are locked, on. Where the last one of a check ends it may be scheduled again, and whoever waits hears of it. */
export const CHANGE_SESSIONS = {
  name: 'sessions_change',
  text: `
  WITH n AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS n (account_id uuid, id uuid, check_id uuid, status text, passed integer,
      degraded integer, failed integer, errored integer, aborted integer, ended boolean)
  ), changed AS (
    UPDATE check_sessions s SET status = n.status, passed = n.passed, degraded = n.degraded, failed = n.failed,
      errored = n.errored, aborted = n.aborted, stopped_at = CASE WHEN n.ended THEN now() END
    FROM n WHERE s.account_id = n.account_id AND s.id = n.id AND s.account_id = ANY ($3::uuid[]) AND s.id = ANY ($2::uuid[])
  ), over AS (
    SELECT account_id, check_id, array_agg(id) AS ids FROM n WHERE ended GROUP BY account_id, check_id
  ), free AS (
    SELECT s.account_id, s.check_id, over.ids FROM check_schedules s JOIN over USING (account_id, check_id)
    ORDER BY s.check_id FOR UPDATE OF s
  ), closed AS (
    UPDATE check_schedules s SET open_session_ids = ARRAY(
      SELECT id FROM unnest(s.open_session_ids) AS open (id) WHERE id <> ALL (free.ids))
    FROM free WHERE s.account_id = free.account_id AND s.check_id = free.check_id
  )
  SELECT pg_notify('${SESSIONS_CHANNEL}', string_agg(id::text, E'\\n')) FROM n WHERE ended HAVING count(*) > 0`,
};

export async function lockRuns(transaction: Transaction, account: AccountId, ids: string[]): Promise<LockedRun[]> {
  return (await transaction.rows<RunRow>(LOCK_RUNS, [account, ids])).map(lockedRun);
}

/** Runs that nobody took in time, or that too many agents lost or handed back. Of all accounts. */
export async function lockExpired(transaction: Transaction, forgotten: boolean, limit: number): Promise<LockedRun[]> {
  const open = openRunsSince();
  const values = [forgotten ? idFloor(0) : open, open, MAX_TAKEOVERS, MAX_HAND_BACKS, limit];
  return (await transaction.rows<RunRow>(LOCK_EXPIRED, values)).map(lockedRun);
}

type RunRow = LockedRun & { group: GroupSettings | null };

/** What decides about retries is the check's word or its group's (reference 5.6). */
function lockedRun({ group, ...run }: RunRow): LockedRun {
  return { ...run, check: run.check && runsWithGroup({ ...run.check, checkType: run.checkType }, group) };
}

/** Which of these results are stored already. */
export async function storedIds(transaction: Transaction, account: AccountId, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction.rows<{ id: string }>(STORED, [account, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Stores results and moves their runs on: over, or queued again. */
export async function storeResults(
  transaction: Transaction,
  results: StoredResult[],
  changes: RunChange[],
  queueTimeMs: number,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const accounts = [...new Set(changes.map(({ account_id }) => account_id))];
  await transaction.rows(STORE, [JSON.stringify(results), JSON.stringify(changes), queueTimeMs, ids, accounts]);
}

type OpenSession = SessionTally & Pick<SessionProgress, 'account_id' | 'id' | 'check_id'>;

/** Counts results into their sessions; sessions with nothing left to wait for end, and their checks may run again. */
export async function advanceSessions(transaction: Transaction, results: StoredResult[]): Promise<SessionProgress[]> {
  const keys = new Map(results.map(({ account_id, session_id }) => [session_id, account_id]));
  const open = await transaction.rows<OpenSession>(SESSIONS_OF, [[...keys.values()], [...keys.keys()]]);
  if (open.length === 0) return [];
  const bySession = groupedBy(results, (result) => result.session_id);
  const changed = open.map((session) => advance(session, bySession.get(session.id) ?? []));
  const accounts = [...new Set(keys.values())];
  await transaction.rows(CHANGE_SESSIONS, [JSON.stringify(changed), changed.map(({ id }) => id), accounts]);
  return changed;
}

function advance(session: OpenSession, results: StoredResult[]): SessionProgress {
  const tally = { ...session };
  for (const result of results) {
    if (result.result_type !== 'FINAL') continue;
    const { aborted, has_failures: hasFailures, has_errors: hasErrors, is_degraded: isDegraded } = result;
    tally[tallyOf({ aborted, hasFailures, hasErrors, isDegraded })] += 1;
  }
  return { ...tally, status: sessionStatus(tally), ended: !isOpen(tally) };
}
