import type { AccountId, CheckType, RunSource } from '#domain';
import { newId, notify, type Transaction } from '#persistence';

/** Channel on which waiting agents hear of work. The payload lists `account/slug` lines; empty means anywhere. */
export const RUNS_CHANNEL = 'pharos_runs';
/** Channel on which those who wait for a session hear that it ended. The payload lists ids, one a line. */
export const SESSIONS_CHANNEL = 'pharos_sessions';
/** PostgreSQL takes payloads of up to 8,000 bytes. */
const LONGEST_PAYLOAD = 7_900;

/** A check that is to run once in each of some locations. */
export interface NewSession {
  id: string;
  accountId: AccountId;
  checkId: string;
  checkType: CheckType;
  name: string;
  source: RunSource;
  locations: string[];
  /** The point of its grid, in unix milliseconds; absent where somebody asked for the run. */
  dueAt?: number;
}

/** Sessions, their runs with what these need of an agent, and word to the agents that wait: one statement, because each costs a round trip. */
const OPEN = {
  name: 'sessions_open',
  text: `
  WITH opened AS (
    INSERT INTO check_sessions (account_id, id, check_id, check_type, name, source, status, run_locations, started_at)
    SELECT account_id, id, check_id, check_type, name, source, 'STARTED', run_locations, to_timestamp($3 / 1000.0)
    FROM json_to_recordset($1::json) AS s (account_id uuid, id uuid, check_id uuid, check_type text, name text, source text, run_locations text[])
  ), queued AS (
    INSERT INTO check_runs (account_id, id, session_id, check_id, check_type, location, due_at, runtime_id, expires_at)
    SELECT account_id, id, session_id, check_id, check_type, location, to_timestamp(due_ms / 1000),
      (SELECT s.runtime_id FROM check_schedules s WHERE s.account_id = r.account_id AND s.check_id = r.check_id),
      now() + $4 * interval '1 ms'
    FROM json_to_recordset($2::json) AS r (account_id uuid, id uuid, session_id uuid, check_id uuid, check_type text, location text,
      due_ms float8)
  )
  SELECT pg_notify('${RUNS_CHANNEL}', $5)`,
};

/**
 * Opens sessions and queues one run per location, in the caller's transaction. Runs carry the moment of their session's
 * id, so the results of a session are a narrow range of ids.
 */
export async function openSessions(
  transaction: Transaction,
  sessions: NewSession[],
  moment: number,
  queueTimeMs: number,
): Promise<void> {
  if (sessions.length === 0) return;
  const rows = sessions.map((session) => ({
    account_id: session.accountId,
    id: session.id,
    check_id: session.checkId,
    check_type: session.checkType,
    name: session.name,
    source: session.source,
    run_locations: session.locations,
  }));
  const runs = rows.flatMap(({ id, account_id, check_id, check_type, run_locations }, at) =>
    run_locations.map((location) => ({
      account_id,
      id: newId(moment),
      session_id: id,
      check_id,
      check_type,
      location,
      due_ms: sessions[at]!.dueAt ?? null,
    })),
  );
  const places = payloadOf(runs.map((run) => ({ accountId: run.account_id, location: run.location })));
  await transaction.rows(OPEN, [JSON.stringify(rows), JSON.stringify(runs), moment, queueTimeMs, places]);
}

interface Place {
  accountId: AccountId;
  location: string;
}

/** Wakes the agents that wait for work in these locations, once the transaction commits. */
export async function announce(transaction: Transaction, places: Place[]): Promise<void> {
  await notify(transaction, RUNS_CHANNEL, payloadOf(places));
}

function payloadOf(places: Place[]): string {
  const payload = [...new Set(places.map(({ accountId, location }) => `${accountId}/${location}`))].join('\n');
  return payload.length > LONGEST_PAYLOAD ? '' : payload;
}
