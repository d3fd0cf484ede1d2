import { LEASES_PATH, RESULTS_PATH } from '#agent-protocol';
import { Outage } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';
import { IngestionService } from '../../apps/api/src/ingestion/index.js';
import { MaintenanceService } from '../../apps/api/src/maintenance/maintenance.service.js';
import { eventually } from '../agent/eventually.js';
import { scrape, sumOf, type Series } from '../metrics-text.js';
import { failed, FakeAgent, locationWithAgent, passed } from './fake-agent.js';

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;

beforeAll(async () => {
  api = await startApi({ config: { rateLimit: 200 } });
  account = await api.account('Secret name of an account');
  agent = await locationWithAgent(api, account, 'secret-slug');
});
afterAll(() => api?.close());

const create = async (values: object = {}) => {
  const body = urlCheckBody({ privateLocations: ['secret-slug'], doubleCheck: false, frequency: 1440, ...values });
  return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
};

/** Waits until the text, which is up to a second old, says so. */
const shows = (name: string, labels: Record<string, string>, wanted: (value: number) => boolean): Promise<Series[]> =>
  eventually(`${name} ${JSON.stringify(labels)}`, async () => {
    const series = await scrape(api.url);
    const value = sumOf(series, name, labels);
    return value !== undefined && wanted(value) && series;
  });

describe('GET /metrics', () => {
  it('is plain text for anybody, also beyond the limit of requests, and made at most once a second', async () => {
    const answers = await Promise.all(Array.from({ length: 250 }, () => fetch(`${api.url}/metrics`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]!.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answers[0]!.headers.has('ratelimit')).toBe(false);
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(texts.size).toBeLessThan(10);
  });

  it('knows the process, the pool and the release', async () => {
    const series = await scrape(api.url);
    for (const name of ['process_resident_memory_bytes', 'pharos_database_pool_connections', 'pharos_build_info'])
      expect([name, sumOf(series, name)]).toEqual([name, expect.any(Number)]);
    expect(series.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')).toBe(true);
    expect(sumOf(series, 'pharos_database_pool_max_connections')).toBe(6);
    expect(sumOf(series, 'pharos_database_up')).toBe(1);
    expect(sumOf(series, 'pharos_database_notifications_connected')).toBe(1);
    expect(series.some(({ name }) => name === 'nodejs_version_info')).toBe(false);
  });

  it('is not there when it is off', async () => {
    const quiet = await startApi({ config: { metrics: false } });
    try {
      expect((await fetch(`${quiet.url}/metrics`)).status).toBe(404);
    } finally {
      await quiet.close();
    }
  });
});

describe('requests', () => {
  it('are counted by pattern, method and class, with failed authentications and limits', async () => {
    const count = 'pharos_http_request_duration_seconds_count';
    (await account.client.get('/v1/variables')).expect(200);
    (await account.client.get(`/v1/checks/${randomUUID()}`)).expect(404);
    (await api.anonymous.get('/v1/variables')).expect(401);
    (await api.anonymous.as(`sv_${'x'.repeat(32)}`).get('/v1/variables')).expect(401);
    const limited = await api.account();
    // Its key is known from here on: only the limit of requests counts.
    (await limited.client.get('/v1/variables')).expect(200);
    const answers = [];
    for (let sent = 0; sent < 204; sent += 12)
      answers.push(...(await Promise.all(Array.from({ length: 12 }, () => limited.client.get('/v1/variables')))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(199);

    const series = await shows('pharos_http_rate_limited_total', { limit: 'requests' }, (value) => value === 5);
    expect(sumOf(series, count, { route: '/v1/variables', method: 'GET', status: '2xx' })).toBe(201);
    expect(sumOf(series, count, { route: '/v1/checks/:id', status: '4xx' })).toBe(1);
    expect(sumOf(series, 'pharos_http_failed_authentications_total', { key: 'missing' })).toBe(1);
    expect(sumOf(series, 'pharos_http_failed_authentications_total', { key: 'bad' })).toBe(1);
    expect(sumOf(series, 'pharos_http_requests_in_flight')).toBe(1);
  });

  it('of waiting agents are in flight, and aborted when they hang up', async () => {
    const gone = new AbortController();
    const waiting = fetch(`${api.url}${LEASES_PATH}`, {
      method: 'POST',
      headers: { ...agent['client']['headers'], 'content-type': 'application/json' },
      body: JSON.stringify({
        agentId: agent.agentId,
        capacity: 1,
        checkTypes: ['URL'],
        waitSeconds: 20,
        version: '0.0.0',
      }),
      signal: gone.signal,
    }).catch(() => null);
    await shows('pharos_waiting_agents', {}, (value) => value === 1);
    gone.abort();
    await waiting;
    await shows('pharos_waiting_agents', {}, (value) => value === 0);
    const labels = { route: LEASES_PATH, status: 'aborted' };
    const series = await shows('pharos_http_request_duration_seconds_count', labels, (value) => value === 1);
    expect(sumOf(series, 'pharos_http_requests_in_flight')).toBe(1);
  });
});

describe('the pipeline', () => {
  it('shows what waits, and what the scheduler, the leases and ingestion did', async () => {
    const before = await scrape(api.url);
    await create();
    await shows('pharos_queue_waiting_runs', { check_type: 'URL' }, (value) => value === 1);
    await shows('pharos_queue_oldest_waiting_seconds', { check_type: 'URL' }, (value) => value > 0);

    const first = await agent.leaseOne();
    await agent.release(first);
    const again = await agent.leaseOne();
    await api.sql(`UPDATE check_runs SET available_at = now() - interval '1 second' WHERE id = $1`, [again.runId]);
    Object.assign(api.app.get(Outage), { reachableSince: 0 });
    const taken = await new FakeAgent(agent['client']).leaseOne();
    expect(await agent.renew(again)).toBe(1);
    expect(await agent.report(passed(again))).toEqual(['stale']);
    expect(await agent.report(passed(taken), passed(taken))).toEqual(['accepted', 'duplicate']);
    await create();
    await agent.report(failed(await agent.leaseOne()));
    await create();
    await agent.leaseOne();
    await api.sql(`UPDATE check_runs SET expires_at = now() - interval '1 second' WHERE state <> 'done'`);
    await api.app.get(IngestionService, { strict: false }).giveUp();

    const after = await shows('pharos_sessions_ended_total', { status: 'TIMED_OUT' }, (value) => value === 1);
    const moved = (name: string, labels?: Record<string, string>) =>
      (sumOf(after, `pharos_${name}`, labels) ?? 0) - (sumOf(before, `pharos_${name}`, labels) ?? 0);
    expect(moved('scheduler_claimed_checks_total')).toBe(3);
    expect(moved('scheduler_queued_runs_total')).toBe(3);
    expect(moved('scheduler_lateness_seconds_count')).toBe(3);
    expect(moved('leases_granted_total')).toBe(5);
    expect(moved('leases_released_total')).toBe(1);
    expect(moved('lease_takeovers_total')).toBe(1);
    expect(moved('leases_lost_total')).toBe(1);
    expect(moved('ingestion_reports_total', { verdict: 'accepted' })).toBe(2);
    expect(moved('ingestion_reports_total', { verdict: 'duplicate' })).toBe(1);
    expect(moved('ingestion_reports_total', { verdict: 'stale' })).toBe(1);
    expect(moved('ingestion_batch_duration_seconds_count')).toBe(3);
    expect(moved('ingestion_results_stored_total', { check_type: 'URL', result_type: 'FINAL' })).toBe(3);
    expect(moved('ingestion_runs_given_up_total')).toBe(1);
    expect(moved('sessions_ended_total', { status: 'PASSED' })).toBe(1);
    expect(moved('sessions_ended_total', { status: 'FAILED' })).toBe(1);
  });

  it('shows checks that are due while they run, cancelled sessions and partitions', async () => {
    const id = await create();
    await agent.leaseOne();
    await api.sql('UPDATE check_schedules SET next_run_at = now() WHERE check_id = $1', [id]);
    await shows('pharos_scheduler_skipped_checks_total', {}, (value) => value === 1);
    (await account.client.del(`/v1/checks/${id}`)).expect(204);
    await shows('pharos_sessions_ended_total', { status: 'CANCELLED' }, (value) => value === 1);

    const [{ name }] = (await api.sql<{ name: string }>(
      `SELECT max(relname) AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE 'check\\_results\\_2%'`,
    )) as [{ name: string }];
    await api.sql(`DROP TABLE ${name}`);
    await api.app.get(MaintenanceService, { strict: false }).makePartitions();
    await shows('pharos_maintenance_partitions_made_total', {}, (value) => value === 1);
  });
});

describe('the labels', () => {
  it('hold no id, no name, no path and nothing that a caller makes up', async () => {
    const marker = 'made-up-by-a-caller';
    const { client } = await api.account();
    await Promise.all(
      Array.from({ length: 40 }, (_, nth) => client.get(`/v1/${marker}/${nth}/${randomUUID()}?x=${randomUUID()}`)),
    );
    await Promise.all(Array.from({ length: 20 }, () => client.get(`/v1/check-results/${randomUUID()}`)));
    await fetch(`${api.url}/${marker}`, { method: 'PROPFIND' });
    await client.post(`${RESULTS_PATH}/${marker}`, {});
    const labels = { route: 'unknown', status: '4xx' };
    const series = await shows('pharos_http_request_duration_seconds_count', labels, (value) => value >= 42);

    const values = [...new Set(series.flatMap((each) => Object.values(each.labels)))];
    expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value))).toEqual([]);
    expect(values.filter((value) => /secret|made-up|PROPFIND/i.test(value))).toEqual([]);
    const routes = new Set(series.flatMap((each) => each.labels['route'] ?? []));
    const patterns = Object.keys(api.document.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect([...routes].filter((route) => !patterns.includes(route))).toEqual(['unknown']);
    const accounts = await api.sql<{ id: string }>('SELECT account_id AS id FROM accounts');
    const text = await (await fetch(`${api.url}/metrics`)).text();
    for (const { id } of accounts) expect(text).not.toContain(id);
  });
});
