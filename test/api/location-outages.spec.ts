import { randomUUID } from 'node:crypto';
import { newId, Outage } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { LocationWatch } from '../../apps/api/src/private-locations/location-watch.js';
import { eventually } from '../agent/eventually.js';
import { scrape, sumOf } from '../metrics-text.js';
import { locationWithAgent, passed, type FakeAgent } from './fake-agent.js';

const CHECKS = 5;
let api: TestApi;
let replica: TestApi;
let account: TestAccount;
let agent: FakeAgent;
let locationId: string;

beforeAll(async () => {
  api = await startApi();
  replica = await startApi({ databaseUrl: api.databaseUrl });
});
afterAll(async () => {
  await replica?.close();
  await api?.close();
});
beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
  [{ id: locationId }] = (await account.client.get<[{ id: string }]>('/v1/private-locations')).expect(200).body;
  await serviceUp('1 hour');
});

/** Since when the service has been reachable for agents. */
async function serviceUp(since: string): Promise<void> {
  await api.sql('UPDATE service_pulse SET outage_ended_at = now() - $1::interval', [since]);
  for (const each of [api, replica]) await each.app.get(Outage).pulse();
}

/** Both replicas look at the same moment. */
const look = () => Promise.all([api, replica].map((each) => each.app.get(LocationWatch, { strict: false }).round()));

const lastSeen = (ago: string) =>
  api.sql('UPDATE private_locations SET last_seen = now() - $2::interval WHERE account_id = $1', [account.id, ago]);

const create = async (values: object = {}) => {
  const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 60, ...values });
  return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
};
const createMany = () => Promise.all(Array.from({ length: CHECKS }, () => create()));

interface Outages {
  from: string;
  to: string | null;
}
const outages = async (of = account.client) =>
  (await of.get<Outages[]>(`/v1/private-locations/${locationId}/outages`)).expect(200).body;
const rows = <Row>(text: string) => api.sql<Row & object>(text, [account.id]);
const queued = async () => (await rows(`SELECT id FROM check_runs WHERE account_id = $1 AND state <> 'done'`)).length;
const dueAll = () => rows('UPDATE check_schedules SET next_run_at = now() WHERE account_id = $1');

describe('a location that no agent was seen in for ten minutes', () => {
  it('is one outage, whichever replica sees it, and no alert and no status of any check', async () => {
    await createMany();
    await eventually('runs wait', async () => (await queued()) === CHECKS);
    await lastSeen('599 seconds');
    await look();
    expect(await outages()).toEqual([]);
    await lastSeen('601 seconds');
    const before = sumOf(await scrape(api.url), 'pharos_location_outages_total', { event: 'begun' })!;
    const other = sumOf(await scrape(replica.url), 'pharos_location_outages_total', { event: 'begun' })!;
    await look();
    await look();
    expect(await outages()).toEqual([{ from: expect.any(String), to: null }]);
    expect(Date.now() - Date.parse((await outages())[0]!.from)).toBeGreaterThan(600_000);
    await eventually('the count of both', async () => {
      const series = await Promise.all([api, replica].map(({ url }) => scrape(url)));
      const counts = series.map((each) => sumOf(each, 'pharos_location_outages_total', { event: 'begun' }) ?? 0);
      return counts.reduce((sum, count) => sum + count, 0) === before + other + 1;
    });

    await eventually('what waited has ended', async () => (await queued()) === 0);
    const results = await rows<{ aborted: boolean; has_errors: boolean; has_failures: boolean }>(
      'SELECT aborted, has_errors, has_failures FROM check_results WHERE account_id = $1',
    );
    expect(results).toEqual(
      Array.from({ length: CHECKS }, () => ({ aborted: true, has_errors: true, has_failures: false })),
    );
    for (const table of ['check_alerts', 'check_statuses', 'error_groups'])
      expect(await rows(`SELECT FROM ${table} WHERE account_id = $1`)).toEqual([]);
  });

  it('has nothing scheduled until an agent is back, and then no more than what is due', async () => {
    const [first] = await createMany();
    await eventually('runs wait', async () => (await queued()) === CHECKS);
    await lastSeen('11 minutes');
    await look();
    await eventually('what waited has ended', async () => (await queued()) === 0);
    await dueAll();
    await eventually('the schedules have moved on', async () => {
      const late = await rows('SELECT FROM check_schedules WHERE account_id = $1 AND next_run_at <= now()');
      return late.length === 0;
    });
    expect(await queued()).toBe(0);
    const [{ open }] = (await rows<{ open: number }>(
      `SELECT count(*)::int AS open FROM check_schedules WHERE account_id = $1 AND open_session_ids <> '{}'`,
    )) as [{ open: number }];
    expect(open).toBe(0);

    expect(await agent.lease()).toEqual([]);
    expect(await outages()).toEqual([{ from: expect.any(String), to: expect.any(String) }]);
    await api.sql('UPDATE check_schedules SET next_run_at = now() WHERE check_id = $1', [first]);
    const lease = await agent.leaseOne();
    expect(lease.check.id).toBe(first);
    expect(await agent.report(passed(lease))).toEqual(['accepted']);
    const [schedule] = await api.sql<{ off: number }>(
      `SELECT ((extract(epoch FROM next_run_at) * 1000 - phase_ms) % period_ms)::float8 AS off FROM check_schedules WHERE check_id = $1`,
      [first],
    );
    expect(schedule!.off).toBe(0);
    expect(await agent.lease()).toEqual([]);

    await lastSeen('11 minutes');
    await look();
    expect(await outages()).toHaveLength(2);
  });

  it('does not keep a check from its other locations', async () => {
    const there = await locationWithAgent(api, account, 'there');
    await there.lease();
    await api.sql(
      `UPDATE private_locations SET last_seen = now() - interval '1 hour' WHERE account_id = $1 AND slug_name = 'here'`,
      [account.id],
    );
    await create({ privateLocations: ['here'], activated: false });
    await look();
    const both = await create({ privateLocations: ['here', 'there'], runParallel: true });
    const turns = await create({ privateLocations: ['here', 'there'] });
    const leases = [await there.leaseOne(), await there.leaseOne()];
    expect(leases.map(({ check }) => check.id).toSorted()).toEqual([both, turns].toSorted());
    expect(await queued()).toBe(2);
  });

  it('is not blamed for an absence of the service itself', async () => {
    await create();
    await lastSeen('1 hour');
    await serviceUp('30 seconds');
    await look();
    expect(await outages()).toEqual([]);
  });

  it('is none of anybody’s business when no check names it', async () => {
    await lastSeen('1 hour');
    await look();
    expect(await outages()).toEqual([]);
  });

  it('is told to its own account only', async () => {
    const stranger = (await api.account()).client;
    for (const what of ['outages', 'schedule-quality', `metrics?from=${Date.now() - 60_000}&to=${Date.now()}`])
      (await stranger.get(`/v1/private-locations/${locationId}/${what}`)).expect(404);
    (await account.client.get(`/v1/private-locations/${randomUUID()}/outages`)).expect(404);
  });
});

interface Metrics {
  timestamps: string[];
  queueSize: number[];
  oldestScheduledCheckRun: number[];
}

describe('the queue of a location', () => {
  const read = (query: string) => account.client.get<Metrics>(`/v1/private-locations/${locationId}/metrics?${query}`);

  it('is sampled once a minute, and told as three lists', async () => {
    await createMany();
    await eventually('runs wait', async () => (await queued()) === CHECKS);
    await rows(`UPDATE check_runs SET created_at = now() - interval '90 seconds' WHERE account_id = $1`);
    await rows('DELETE FROM private_location_samples WHERE account_id = $1');
    for (const each of [api, replica]) Object.assign(each.app.get(LocationWatch, { strict: false }), { sampled: 0 });
    await look();
    const { body } = (await read(`from=${Date.now() - 120_000}&to=${Date.now() + 60_000}`)).expect(200);
    expect(body).toEqual({
      timestamps: [expect.stringMatching(/:00\.000Z$/)],
      queueSize: [CHECKS],
      oldestScheduledCheckRun: [expect.any(Number)],
    });
    expect(body.oldestScheduledCheckRun[0]).toBeGreaterThanOrEqual(90);
    const empty = (await read(`from=${Date.now() - 7_200_000}&to=${Date.now() - 3_600_000}`)).expect(200);
    expect(empty.body).toEqual({ timestamps: [], queueSize: [], oldestScheduledCheckRun: [] });
  });

  it.each(['', `from=${Date.now() - 60_000}`, `to=${Date.now()}`, `from=1&to=2`, 'from=x&to=y'])(
    'refuses the window %s',
    async (query) => {
      (await read(query)).expect(400);
    },
  );
});

interface Quality {
  checkType: string;
  runs: number;
  abandoned: number;
  lateness: Record<string, number> | null;
  queueTime: Record<string, number> | null;
}

describe('the quality of schedules', () => {
  const read = async (query = '') =>
    (await account.client.get<Quality[]>(`/v1/private-locations/${locationId}/schedule-quality?${query}`)).expect(200)
      .body;

  it('tells by type how late runs came to an agent', async () => {
    for (const [late, queuedFor] of [
      [100, 50],
      [200, 100],
      [300, 150],
      [1_400, 700],
    ] as const) {
      await api.sql(
        `INSERT INTO check_runs (account_id, id, session_id, check_id, check_type, location, expires_at, state, created_at, due_at, first_started_at)
         SELECT $1, $2, gen_random_uuid(), gen_random_uuid(), 'URL', 'here', now(), 'done', t - $4 * interval '1 ms',
           t - $3 * interval '1 ms', t FROM (SELECT now() AS t) at`,
        [account.id, newId(), late, queuedFor],
      );
    }
    await api.sql(
      `INSERT INTO check_runs (account_id, id, session_id, check_id, check_type, location, expires_at, state)
       VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), 'URL', 'here', now(), 'done')`,
      [account.id, newId()],
    );
    const [quality, ...others] = await read(`to=${Date.now() + 1_000}`);
    expect(others).toEqual([]);
    expect(quality).toMatchObject({ checkType: 'URL', runs: 4, abandoned: 1 });
    expect(quality!.lateness).toMatchObject({ avg: 500, p50: 250, max: 1_400 });
    expect(quality!.lateness!['p90']).toBeCloseTo(1_070, 3);
    expect(quality!.queueTime).toMatchObject({ avg: 250, p50: 125, max: 700 });
  });

  it('is that of a quiet location beside a busy one', async () => {
    const run = (location: string, count: number) =>
      api.sql(
        `INSERT INTO check_runs (account_id, id, session_id, check_id, check_type, location, expires_at, state)
         SELECT $1, (left(uuid_floor(now())::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, $1, $1, 'URL', $2,
           now(), 'done' FROM generate_series(1, $3::int)`,
        [account.id, location, count],
      );
    await run('here', 1);
    await run('there', 100_000);
    expect(await read(`to=${Date.now() + 1_000}`)).toMatchObject([{ abandoned: 1 }]);
  });

  it('knows no lateness of what was asked for, and nothing of an idle location', async () => {
    expect(await read()).toEqual([]);
    const checkId = await create();
    await agent.report(passed(await agent.leaseOne()));
    (await account.client.post('/v1/check-sessions/trigger', { target: { checkId: [checkId] } })).expect(201);
    await agent.leaseOne();
    const rowsOf = await rows<{ due: boolean }>(
      'SELECT due_at IS NOT NULL AS due FROM check_runs WHERE account_id = $1 ORDER BY id',
    );
    expect(rowsOf.map(({ due }) => due)).toEqual([true, false]);
    expect((await read(`to=${Date.now() + 1_000}`))[0]).toMatchObject({ runs: 2 });
  });

  it('is counted by check type for Prometheus', async () => {
    const count = async (name: string) =>
      sumOf(await scrape(api.url), `pharos_run_${name}_seconds_count`, { check_type: 'URL' }) ?? 0;
    const [late, waited] = [await count('start_lateness'), await count('queue')];
    await create();
    await agent.leaseOne();
    await eventually('one more of both', async () => (await count('queue')) > waited);
    expect(await count('start_lateness')).toBeGreaterThan(late);
  });
});
