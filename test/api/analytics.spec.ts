import { ANALYTICS_KINDS, chosenMetrics } from '#domain';
import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';
import { reportQuery } from '../../apps/api/src/analytics/analytics.queries.js';
import { eventually } from '../agent/eventually.js';
import { makeDays, scansOf, storeCheck, storeMany, storeResults, type StoredResult } from './stored-results.js';

type Row = { timestamp: string } & Record<string, number | null | string>;
interface Report {
  series: { runLocation?: string; statusCode?: number | null; data: Row[] }[];
  [field: string]: unknown;
}

let api: TestApi;
let account: TestAccount;
let checkId: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await api.account();
  checkId = await storeCheck(api, account.id, { name: 'Shop', tags: ['production', 'shop'] });
});

const MINUTE = 60_000;
/** A full hour, so that intervals of an hour begin here. */
const T0 = Date.UTC(2026, 2, 18, 12);
const at = (minutes: number) => new Date(T0 + minutes * MINUTE);
const iso = (minutes: number) => at(minutes).toISOString();
const WINDOW = `from=${T0 / 1_000}&to=${(T0 + 180 * MINUTE) / 1_000}`;

const store = (results: StoredResult[], check = checkId) => storeResults(api, account.id, check, results);
const ask = (query: string, id = checkId) => account.client.get<Report>(`/v1/analytics/url-monitors/${id}?${query}`);
const report = async (query: string, id?: string) => (await ask(`${WINDOW}&limit=100&${query}`, id)).expect(200).body;
const rowsOf = async (query: string) => {
  const { series } = await report(query);
  expect(series).toHaveLength(1);
  return series[0]!.data;
};
const refusal = async (query: string) => (await ask(query)).expect(400).body as unknown as ErrorBody;

describe('the report', () => {
  it('says which check, window, page and metrics it is about (spec 2.16)', async () => {
    const { body } = (
      await ask(`${WINDOW}&metrics=responseTime_p95,responseTime,availability,retries&limit=7&page=2`)
    ).expect(200);
    expect(body).toEqual({
      checkId,
      name: 'Shop',
      checkType: 'URL',
      activated: true,
      muted: false,
      frequency: 10,
      from: iso(0),
      to: iso(180),
      tags: ['production', 'shop'],
      series: [{ data: [] }],
      pagination: { page: 2, limit: 7 },
      metadata: {
        responseTime: { unit: 'milliseconds', label: 'Response time' },
        responseTime_p95: { unit: 'milliseconds', label: 'Response time', aggregation: 'p95' },
        availability: { unit: 'percentage', label: 'Availability' },
        retries: { unit: 'count', label: 'Retries' },
      },
    });
  });

  it('is 404 for unknown checks, other types of check and other accounts', async () => {
    const tcp = await storeCheck(api, account.id, { checkType: 'TCP' });
    const other = await api.account();
    for (const id of [randomUUID(), 'no-uuid', tcp]) (await ask('metrics=availability', id)).expect(404);
    (await other.client.get(`/v1/analytics/url-monitors/${checkId}?metrics=availability`)).expect(404);
    (await account.client.get(`/v1/analytics/multistep-checks/${checkId}?metrics=availability`)).expect(404);
  });

  it('covers the quick range, the last 24 hours by default, unless from or to is given', async () => {
    const now = Date.now();
    const hoursAgo = (hours: number) => ({ startedAt: new Date(now - hours * 60 * MINUTE), responseTime: hours });
    await store([hoursAgo(1), hoursAgo(23), hoursAgo(25), hoursAgo(6 * 24)]);
    const sumOf = async (query: string) => {
      const { body } = (await ask(`metrics=responseTime_sum&${query}`)).expect(200);
      return body.series[0]!.data[0]!['responseTime_sum'];
    };
    expect(await sumOf('')).toBe(24);
    expect(await sumOf('quickRange=last7Days')).toBe(1 + 23 + 25 + 144);
    expect(await sumOf(`quickRange=last7Days&from=${now - 2 * 60 * MINUTE}`)).toBe(1);
    expect(await sumOf(`quickRange=last7Days&to=${new Date(now - 2 * 60 * MINUTE).toISOString()}`)).toBe(23 + 25);
    (await ask('metrics=availability&quickRange=lastMonth')).expect(200);
  });

  it('includes the start of the window and excludes its end', async () => {
    await store(
      [-1, 0, 180 * MINUTE - 1, 180 * MINUTE].map((offset, n) => ({
        startedAt: new Date(T0 + offset),
        responseTime: 10 ** n,
      })),
    );
    expect(await rowsOf('metrics=responseTime_sum')).toEqual([{ timestamp: iso(0), responseTime_sum: 110 }]);
  });

  it.each([
    ['', 'metrics', 'is required'],
    ['metrics=', 'metrics', 'at least 1'],
    ['metrics=responseTime_p42', 'metrics', 'one of [responseTime, responseTime_avg, responseTime_max,'],
    ['metrics=availability_avg', 'metrics', 'one of ['],
    ['metrics=tls', 'metrics', 'one of ['],
    ['metrics=dns&groupBy=pageIndex', 'groupBy', 'one of [runLocation, statusCode]'],
    ['metrics=dns&quickRange=lastYear', 'quickRange', 'one of [last24Hours,'],
    ['metrics=dns&aggregationInterval=0.5', 'aggregationInterval', 'from 1 to 43200'],
    ['metrics=dns&aggregationInterval=43201', 'aggregationInterval', 'from 1 to 43200'],
    ['metrics=dns&filterByStatus=passed', 'filterByStatus', 'one of [success, failure]'],
    ['metrics=dns&limit=101', 'limit', 'from 1 to 100'],
    ['metrics=dns&from=2026-03-02&to=2026-03-01', 'from', 'before "to"'],
    ['metrics=dns&from=2024-01-01&to=2026-03-01', 'from', 'at most 400 days'],
    ['metrics=dns&colour=red', 'colour', 'not allowed'],
  ])('refuses "%s"', async (query, name, message) => {
    const { attributes } = await refusal(query);
    expect(attributes.violations).toEqual([{ field: name, message: expect.stringContaining(message) }]);
  });
});

describe('multi-step checks', () => {
  it('have the metrics and groups of their own', async () => {
    const id = await storeCheck(api, account.id, { checkType: 'MULTI_STEP' });
    await store([{ startedAt: at(1), checkType: 'MULTI_STEP', responseTime: 7, statusCode: null }], id);
    const path = `/v1/analytics/multistep-checks/${id}?${WINDOW}`;
    const { body } = (await account.client.get<Report>(`${path}&metrics=responseTime_max&groupBy=runLocation`)).expect(
      200,
    );
    expect(body).toMatchObject({
      checkType: 'MULTI_STEP',
      series: [{ runLocation: 'default', data: [{ responseTime_max: 7 }] }],
    });
    (await account.client.get(`${path}&metrics=dns`)).expect(400);
    (await account.client.get(`${path}&metrics=retries&groupBy=statusCode`)).expect(400);
  });
});

describe('the limit of analytics', () => {
  it('is a quarter of the pool at once, so that other requests go on', async () => {
    const blocker = await api.database.pool.connect();
    const waiting = async () =>
      (
        await api.sql<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE '%WITH facts%'`,
        )
      )[0]!.count;
    await blocker.query('BEGIN; LOCK TABLE check_results IN ACCESS EXCLUSIVE MODE');
    const reports = [1, 2, 3].map(() => ask(`${WINDOW}&metrics=availability`));
    try {
      await eventually('one is being made', async () => (await waiting()) > 0);
      for (let at = 0; at < 5; at += 1) (await account.client.get('/v1/variables')).expect(200);
      expect(await waiting()).toBe(1);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    const statuses = (await Promise.all(reports)).map(({ status }) => status);
    expect(statuses).toContain(200);
    // Whoever waited for too long, on a busy machine.
    expect([200, 503]).toEqual(expect.arrayContaining(statuses));
  });

  it('is 30 requests per minute and key', async () => {
    const limited = await startApi({ config: { rateLimit: 600 } });
    try {
      const { client, id } = await limited.account();
      const path = `/v1/analytics/url-monitors/${await storeCheck(limited, id)}?metrics=availability`;
      for (let n = 0; n < 30; n += 1) (await client.get(path)).expect(200);
      expect((await client.get(path)).expect(429).headers.get('ratelimit-policy')).toBe(
        '"analytics-url-monitors";q=30;w=60',
      );
    } finally {
      await limited.close();
    }
  });
});

describe('how PostgreSQL reads results for a report', () => {
  it('reads the days of the window only, by index', async () => {
    await makeDays(api, new Date(T0 - 10 * 1_440 * MINUTE), new Date(T0 + 2 * 1_440 * MINUTE));
    await storeMany(api, account.id, checkId, new Date(T0 - 2_160 * MINUTE), 60_000, 3_000);
    await storeMany(api, account.id, await storeCheck(api, account.id), new Date(T0 - 2_160 * MINUTE), 10_000, 18_000);
    await api.sql('ANALYZE check_results');
    const kind = ANALYTICS_KINDS[0]!;
    const shapes = [
      {
        metrics: chosenMetrics(kind, ['responseTime_p99', 'availability']),
        grain: 'intervals' as const,
        aggregationInterval: 60,
      },
      { metrics: chosenMetrics(kind, ['responseTime_p99', 'availability']), grain: 'window' as const },
      { metrics: chosenMetrics(kind, ['responseTime']), grain: 'points' as const },
    ];
    for (const shape of shapes) {
      const window = { from: at(0), to: at(180) };
      const { text, values } = reportQuery(account.id, checkId, {
        kind,
        window,
        hasFailures: null,
        limit: 10,
        page: 1,
        ...shape,
      });
      const scans = await scansOf(api, text, values, 'custom');
      expect(scans.map((scan) => scan.split(' ').at(-1)).toSorted()).toEqual([
        'check_results_20260317',
        'check_results_20260318',
      ]);
      expect(scans.join()).not.toContain('Seq Scan');
    }
  });
});
