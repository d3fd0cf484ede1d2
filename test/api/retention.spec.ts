import { randomUUID } from 'node:crypto';
import { newId } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { Retention } from '../../apps/api/src/maintenance/retention.js';
import { eventually } from '../agent/eventually.js';
import { locationWithAgent, passed, type FakeAgent } from './fake-agent.js';
import { storeAlerts } from './stored-alerts.js';
import { makeDays, storeCheck, storeErrorGroup, storeResults } from './stored-results.js';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 3;
let api: TestApi;
let replica: TestApi;
let account: TestAccount;
let checkId: string;

beforeAll(async () => {
  api = await startApi({ config: { retentionDays: KEPT_DAYS } });
  replica = await startApi({ databaseUrl: api.databaseUrl, config: { retentionDays: KEPT_DAYS } });
});
afterAll(async () => {
  await replica?.close();
  await api?.close();
});
beforeEach(async () => {
  account = await api.account();
  checkId = await storeCheck(api, account.id);
});

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** The first moment that is kept, and the last that is not. */
const KEPT = new Date(today - KEPT_DAYS * DAY_MS);
const OLD = new Date(KEPT.getTime() - 1);

const removeOld = (of = api) => of.app.get(Retention, { strict: false }).removeOld(new AbortController().signal);
const bothRemoveOld = () => Promise.all([removeOld(), removeOld(replica)]);
const partitions = async () =>
  (
    await api.sql<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^check_(sessions|runs|results)_\\d{8}$' ORDER BY 1`,
    )
  ).map(({ name }) => name);
const nameOf = (table: string, at: Date) => `${table}_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
const rowsOf = (table: string, column: string) =>
  api.sql<Record<string, unknown>>(`SELECT ${column} AS it FROM ${table} WHERE account_id = $1 ORDER BY 1`, [
    account.id,
  ]);

describe('days that are over', () => {
  it('go as whole partitions, those within the retention stay', async () => {
    await makeDays(api, OLD, new Date(today));
    await bothRemoveOld();
    const left = await partitions();
    for (const table of ['check_sessions', 'check_runs', 'check_results']) {
      expect(left).not.toContain(nameOf(table, OLD));
      expect(left).toContain(nameOf(table, KEPT));
    }
    expect(left.length % 3).toBe(0);
    await bothRemoveOld();
    expect(await partitions()).toEqual(left);
  });

  it('are gone from reads and reports, and what is kept is right', async () => {
    const sessionId = newId(OLD.getTime());
    const noon = new Date(KEPT.getTime() + DAY_MS / 2);
    await makeDays(api, OLD, noon);
    await api.sql(
      `INSERT INTO check_sessions (account_id, id, check_id, check_type, name, source, status, run_locations, started_at, stopped_at)
       VALUES ($1, $2, $3, 'URL', 'Home page', 'SCHEDULER', 'PASSED', '{here}', $4, $4)`,
      [account.id, sessionId, checkId, OLD],
    );
    const [old, kept] = await storeResults(api, account.id, checkId, [
      { startedAt: OLD, sessionId, responseTime: 900 },
      { startedAt: noon, responseTime: 100 },
    ]);
    await api.sql(
      `INSERT INTO check_statuses (account_id, check_id, has_failures, has_errors, is_degraded) VALUES ($1, $2, true, false, false)`,
      [account.id, checkId],
    );
    const { client } = account;
    (await client.get(`/v1/check-sessions/${sessionId}`)).expect(200);
    (await client.get(`/v1/check-results/${checkId}/${old}`)).expect(200);
    await removeOld();

    (await client.get(`/v1/check-sessions/${sessionId}`)).expect(404);
    (await client.get(`/v1/check-results/${checkId}/${old}`)).expect(404);
    (await client.get(`/v1/check-results/${checkId}/${kept}`)).expect(200);
    const from = Math.floor((OLD.getTime() - DAY_MS) / 1_000);
    const report = `/v1/analytics/url-monitors/${checkId}?metrics=responseTime_max,availability&from=${from}`;
    const { series } = (await client.get<{ series: { data: object[] }[] }>(report)).expect(200).body;
    expect(series[0]!.data).toEqual([expect.objectContaining({ responseTime_max: 100, availability: 100 })]);
    expect((await client.get(`/v1/check-statuses/${checkId}`)).expect(200).body).toMatchObject({ hasFailures: true });
  });

  it('stay while somebody reads the table, and nobody waits for them', async () => {
    await makeDays(api, OLD, OLD);
    const reader = await api.database.pool.connect();
    try {
      await reader.query('BEGIN');
      await reader.query('SELECT FROM check_results LIMIT 1');
      await removeOld();
      expect(await partitions()).toContain(nameOf('check_results', OLD));
      expect(await partitions()).not.toContain(nameOf('check_runs', OLD));
      await api.sql('SELECT FROM check_results LIMIT 1');
    } finally {
      await reader.query('ROLLBACK');
      reader.release();
    }
    await removeOld();
    expect(await partitions()).not.toContain(nameOf('check_results', OLD));
  });

  it('do not keep a check from running whose session went with them', async () => {
    const agent: FakeAgent = await locationWithAgent(api, account, 'here');
    const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false });
    const { id } = (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
    await agent.report(passed(await agent.leaseOne()));
    const due = `UPDATE check_schedules SET open_session_ids = ARRAY[$3::uuid], next_run_at = now() WHERE account_id = $1 AND check_id = $2`;
    await api.sql(due, [account.id, id, newId(OLD.getTime())]);
    await removeOld();
    await api.sql('UPDATE check_schedules SET next_run_at = now() WHERE account_id = $1', [account.id]);
    expect((await agent.leaseOne()).check.id).toBe(id);
  });
});

describe('rows that are old', () => {
  it('go in batches: heartbeat events and alerts', async () => {
    await storeAlerts(api, account.id, checkId, [{ createdAt: KEPT }]);
    await api.sql(
      `INSERT INTO check_alerts (account_id, id, check_id, name, check_type, alert_type, run_location, response_time, started_at, created_at)
       SELECT $1, gen_random_uuid(), $2, 'Home page', 'URL', 'ALERT_FAILURE', 'here', 1, $3, $3 FROM generate_series(1, 2500)`,
      [account.id, checkId, OLD],
    );
    await api.sql(
      `INSERT INTO heartbeats (account_id, check_id, active, period_ms, grace_ms) VALUES ($1, $2, false, 60000, 0)`,
      [account.id, checkId],
    );
    for (const at of [OLD, KEPT])
      await api.sql(
        `INSERT INTO heartbeat_events (account_id, id, check_id, state, timestamp) VALUES ($1, $2, $3, 'RECEIVED', $4)`,
        [account.id, randomUUID(), checkId, at],
      );
    await bothRemoveOld();
    expect(await rowsOf('check_alerts', 'created_at')).toEqual([{ it: KEPT }]);
    expect(await rowsOf('heartbeat_events', 'timestamp')).toEqual([{ it: KEPT }]);
  });

  it('go when nothing was seen of them: error groups, but for those archived for ever', async () => {
    const [gone, seen, hidden] = [
      await storeErrorGroup(api, account.id, checkId, OLD),
      await storeErrorGroup(api, account.id, checkId, OLD),
      await storeErrorGroup(api, account.id, checkId, OLD),
    ];
    await api.sql('UPDATE error_groups SET last_seen = $2 WHERE id = $1', [seen, KEPT]);
    (await account.client.patch(`/v1/error-groups/${hidden}`, { archiveForEver: true })).expect(200);
    await removeOld();
    (await account.client.get(`/v1/error-groups/${gone}`)).expect(404);
    (await account.client.get(`/v1/error-groups/${seen}`)).expect(200);
    (await account.client.get(`/v1/error-groups/${hidden}`)).expect(200);
    expect((await account.client.get('/v1/error-groups')).headers.get('content-range')).toBe('0-0/1');
  });

  it('go when they have ended: outages of locations; and agents that were not seen for a day', async () => {
    await locationWithAgent(api, account, 'here');
    const [location] = await api.sql<{ id: string }>('SELECT id FROM private_locations WHERE account_id = $1', [
      account.id,
    ]);
    const outage = (slug: string, startedAt: Date, endedAt: Date | null) =>
      api.sql(
        `INSERT INTO private_location_outages (account_id, location_id, slug_name, started_at, ended_at) VALUES ($1, $2, $3, $4, $5)`,
        [account.id, location!.id, slug, startedAt, endedAt],
      );
    const earlier = new Date(OLD.getTime() - 1_000);
    await outage('gone', earlier, OLD);
    await outage('kept', new Date(earlier.getTime() + 1), KEPT);
    await outage('open', OLD, null);
    const agentSeen = (ago: string) =>
      api.sql(
        `INSERT INTO private_location_agents (account_id, location_id, agent_id, version, check_types, capacity, last_seen_at)
         VALUES ($1, $2, gen_random_uuid(), $3::text, '{}', 1, now() - $3::text::interval)`,
        [account.id, location!.id, ago],
      );
    await agentSeen('23 hours');
    await agentSeen('25 hours');
    await removeOld();
    expect(await rowsOf('private_location_outages', 'slug_name')).toEqual([{ it: 'kept' }, { it: 'open' }]);
    expect((await rowsOf('private_location_agents', 'version')).map(({ it }) => it)).not.toContain('25 hours');
    expect(await rowsOf('private_location_agents', 'version')).toContainEqual({ it: '23 hours' });
  });
});

it('is a job that one of all replicas does', async () => {
  await makeDays(api, OLD, OLD);
  await api.sql(`SELECT graphile_worker.add_job('remove_old')`);
  const isGone = async () => !(await partitions()).includes(nameOf('check_results', OLD));
  expect(await eventually('the partition is gone', isGone)).toBe(true);
});
