import type { Statement } from '#persistence';
import { startApi, type TestAccount, type TestApi } from '#testing';
import { WATCHED } from '../../apps/api/src/check-alerts/alert-records.js';
import { LEASE, RENEW } from '../../apps/api/src/agent-gateway/leases.queries.js';
import { UPSERT } from '../../apps/api/src/check-statuses/check-status.step.js';
import { CHANGE_SESSIONS, LOCK_RUNS, SESSIONS_OF, STORE } from '../../apps/api/src/ingestion/ingestion.queries.js';
import { CLAIM } from '../../apps/api/src/scheduling/scheduler.queries.js';

/** Checks, schedules and runs of one account: what an agent finds after a pause. */
const ROWS = 1_000;
const BATCH = 100;
/** What the steps of one statement may handle together: each candidate a few times, a batch against itself, never all for all. */
const FEW = 10 * ROWS + BATCH * BATCH;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
  await api.sql(
    `WITH made AS (
       INSERT INTO checks (account_id, id, check_type, name, activated, muted, double_check, should_fail, run_parallel, tags,
         use_global_alert_settings, frequency, frequency_offset, settings, search_name)
       SELECT $1, gen_random_uuid(), 'URL', 'A check', true, false, false, false, false, '{}', true, 1, 1, '{"request": {}}', 'a check'
       FROM generate_series(1, $2::int) RETURNING id)
     INSERT INTO check_runs (account_id, id, session_id, check_id, check_type, location, expires_at)
     SELECT $1, (left(uuid_floor(now())::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, gen_random_uuid(), id,
       'URL', 'default', now() FROM made`,
    [account.id, ROWS],
  );
  await api.sql(
    `INSERT INTO check_schedules (account_id, check_id, active, period_ms, phase_ms, run_parallel, locations, next_run_at)
     SELECT account_id, id, true, 10000, 0, false, '{default}', now() FROM checks WHERE account_id = $1`,
    [account.id],
  );
});
afterAll(() => api?.close());

/** Rows that a statement goes through, planned for any values by a PostgreSQL that knows nothing of the tables. */
async function rowsTouched({ text }: Statement, values: unknown[]): Promise<number> {
  const client = await api.database.pool.connect();
  try {
    const [{ analysed }] = (await api.sql(
      `SELECT count(*)::int AS analysed FROM pg_stats WHERE tablename LIKE 'check%'`,
    )) as [{ analysed: number }];
    expect(analysed).toBe(0);
    await client.query(`SET plan_cache_mode = force_generic_plan; PREPARE asked AS ${text}; BEGIN`);
    const literals = values.map((value) => client.escapeLiteral(String(value)));
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked(${literals.join(', ')})`,
    );
    return touched(rows[0]!['QUERY PLAN'][0]!.Plan);
  } finally {
    client.release(true);
  }
}

/** What all steps of a plan produce and throw away. */
function touched(plan: Plan): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Join Filter': joined = 0, Plans = [] } = plan;
  const own = (plan['Actual Rows'] + filtered + joined) * plan['Actual Loops'];
  return own + Plans.reduce((sum, below) => sum + touched(below), 0);
}

const list = (values: unknown[]) => `{${values.join(',')}}`;

describe('without statistics, as on the first minutes of each day,', () => {
  it('a lease goes through what it hands out, not through all runs for each check', async () => {
    const location = (
      await account.client.post<{ id: string }>('/v1/private-locations', { name: 'a', slugName: 'default' })
    ).body.id;
    const key = (await account.client.post<{ id: string }>(`/v1/private-locations/${location}/keys`)).body.id;
    const values = [account.id, 'default', '{URL}', BATCH, account.id, '00000000-0000-0000-0000-000000000000'];
    expect(await rowsTouched(LEASE, [...values, true, 30, 1_000, key, '{}'])).toBeLessThan(FEW);
  });

  it('a renewal goes through what it renews', async () => {
    const runs = await api.sql<{ id: string }>('SELECT id FROM check_runs WHERE account_id = $1 OFFSET $2', [
      account.id,
      BATCH,
    ]);
    const values = [account.id, list(runs.map(({ id }) => id)), list(runs.map(() => 0)), 'default', 30, 1_000];
    expect(await rowsTouched(RENEW, values)).toBeLessThan(FEW);
  });

  it('reports go through the runs they are about', async () => {
    const runs = await api.sql<{ id: string }>('SELECT id FROM check_runs WHERE account_id = $1 LIMIT $2', [
      account.id,
      BATCH,
    ]);
    expect(await rowsTouched(LOCK_RUNS, [account.id, list(runs.map(({ id }) => id))])).toBeLessThan(FEW);
    const changes = runs.map(({ id }) => ({
      account_id: account.id,
      id,
      state: 'done',
      attempt: 1,
      location: 'a',
      wait_ms: 0,
    }));
    const values = ['[]', JSON.stringify(changes), 1_000, list(runs.map(({ id }) => id)), list([account.id])];
    // Fewer than there are runs in each of its steps: not all of them are gone through.
    expect(await rowsTouched(STORE, values)).toBeLessThan(ROWS);
  });

  it('reports go through the sessions and checks they are about', async () => {
    await api.sql(
      `INSERT INTO check_sessions (account_id, id, check_id, check_type, name, source, status, run_locations, started_at)
       SELECT account_id, id, check_id, 'URL', 'A check', 'SCHEDULER', 'STARTED', '{default}', now() FROM check_runs
       WHERE account_id = $1`,
      [account.id],
    );
    const runs = await api.sql<{ id: string; check_id: string }>(
      'SELECT id, check_id FROM check_runs WHERE account_id = $1 LIMIT $2',
      [account.id, BATCH],
    );
    const sessions = [list(runs.map(() => account.id)), list(runs.map(({ id }) => id))];
    expect(await rowsTouched(SESSIONS_OF, sessions)).toBeLessThan(FEW);
    const ends = runs.map((run) => ({
      account_id: account.id,
      ...run,
      status: 'PASSED',
      passed: 1,
      degraded: 0,
      failed: 0,
      errored: 0,
      aborted: 0,
      ended: true,
    }));
    expect(await rowsTouched(CHANGE_SESSIONS, [JSON.stringify(ends), sessions[1], list([account.id])])).toBeLessThan(
      FEW,
    );
    const statuses = runs.map(({ check_id }) => ({
      account_id: account.id,
      check_id,
      has_failures: false,
      has_errors: false,
      is_degraded: false,
      last_check_run_id: 1,
    }));
    expect(await rowsTouched(UPSERT, [JSON.stringify(statuses)])).toBeLessThan(FEW);
  });

  it('a claim goes through what it claims', async () => {
    const ids = Array.from({ length: BATCH }, () => crypto.randomUUID());
    expect(await rowsTouched(CLAIM, [BATCH, list(ids)])).toBeLessThan(FEW);
  });

  it('alerts look at the state of the checks of a batch, and at nothing more while these pass', async () => {
    await api.sql(
      `INSERT INTO check_alert_states (account_id, check_id, condition, runs, since)
       SELECT account_id, id, 'failing', 1, now() FROM checks WHERE account_id = $1 ORDER BY id OFFSET $2`,
      [account.id, BATCH],
    );
    const checks = await api.sql<{ id: string }>('SELECT id FROM checks WHERE account_id = $1 ORDER BY id LIMIT $2', [
      account.id,
      BATCH,
    ]);
    const batch = [list(checks.map(() => account.id)), list(checks.map(({ id }) => id))];
    expect(await rowsTouched(WATCHED, [...batch, list(checks.map(() => false))])).toBeLessThan(5 * BATCH);
    expect(await rowsTouched(WATCHED, [...batch, list(checks.map(() => true))])).toBeLessThan(20 * BATCH);
  });

  it('the plan that had to be mended would be seen', async () => {
    const text = 'SELECT FROM check_runs r, checks c WHERE r.account_id = $1 AND c.account_id = r.account_id OFFSET $2';
    expect(await rowsTouched({ name: 'bad', text }, [account.id, 0])).toBeGreaterThan(FEW);
  });
});
