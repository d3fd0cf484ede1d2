import { CHECK_TYPES } from '#domain';
import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';
import { storeCheck, storeResults } from './stored-results.js';

const PATH = '/v1/analytics/checks';

type Item = Record<string, unknown>;

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const ask = async (checkIds: string[], query = '') =>
  (await account.client.post<Item[]>(PATH + query, { checkIds })).expect(200).body;

describe('POST /v1/analytics/checks', () => {
  it('reports on each check in the order asked for, as its own report does', async () => {
    const [one, other, idle] = [
      await storeCheck(api, account.id),
      await storeCheck(api, account.id, { checkType: 'MULTI_STEP' }),
      await storeCheck(api, account.id),
    ];
    await storeResults(api, account.id, one, [
      { startedAt: hoursAgo(1), responseTime: 100 },
      { startedAt: hoursAgo(2), responseTime: 200 },
      { startedAt: hoursAgo(3), responseTime: 400, hasFailures: true },
      { startedAt: hoursAgo(4), responseTime: 9_000, hasErrors: true },
      { startedAt: hoursAgo(5), responseTime: 9_000, aborted: true },
      { startedAt: hoursAgo(6), responseTime: 9_000, resultType: 'ATTEMPT' },
      { startedAt: hoursAgo(25), responseTime: 1_000 },
    ]);
    await storeResults(api, account.id, other, [{ startedAt: hoursAgo(1), responseTime: 7 }]);
    const items = await ask([other, one, idle, one]);
    const numbers = { responseTime_p50: 200, responseTime_p95: 380, responseTime_p99: 396 };
    expect(items).toEqual([
      expect.objectContaining({ checkId: other, checkType: 'MULTI_STEP', availability: 100, responseTime_avg: 7 }),
      {
        checkId: one,
        checkType: 'URL',
        availability: expect.closeTo(200 / 3),
        responseTime_avg: expect.closeTo(700 / 3),
        ...numbers,
      },
      {
        checkId: idle,
        checkType: 'URL',
        availability: null,
        responseTime_avg: null,
        responseTime_p50: null,
        responseTime_p95: null,
        responseTime_p99: null,
      },
    ]);
    const metrics = Object.keys(items[1]!).slice(2).join(',');
    const own = await account.client.get<{ series: { data: Item[] }[] }>(
      `/v1/analytics/url-monitors/${one}?metrics=${metrics}`,
    );
    const { timestamp: _, ...row } = own.expect(200).body.series[0]!.data[0]!;
    expect({ checkId: one, checkType: 'URL', ...row }).toEqual(items[1]);
    const [week] = await ask([one], '?quickRange=last7Days');
    expect(week!['responseTime_avg']).toBeCloseTo(1_700 / 4);
  });

  it('answers 404 for unknown checks, those of others among them, and names them', async () => {
    const own = await storeCheck(api, account.id);
    const theirs = await storeCheck(api, (await api.account()).id);
    for (const id of [theirs, randomUUID()]) {
      const { body } = (await account.client.post<ErrorBody>(PATH, { checkIds: [own, id] })).expect(404);
      expect(body.message).toBe(`The account has no such check: ${id}`);
    }
  });

  it('takes 1 to 100 checks, in one statement', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => storeCheck(api, account.id)));
    const rows = jest.spyOn(api.database, 'rows');
    expect(await ask(ids.map((id) => id.toUpperCase()))).toHaveLength(100);
    const statements = rows.mock.calls.filter(([{ text }]) => text.includes('check_results'));
    rows.mockRestore();
    expect(statements).toHaveLength(1);
    (await account.client.post(PATH, { checkIds: [] })).expect(400);
    (await account.client.post(PATH, { checkIds: [...ids, randomUUID()] })).expect(400);
    (await account.client.post(`${PATH}?quickRange=last30Days`, { checkIds: ids.slice(1) })).expect(400);
  });
});

describe('GET /v1/analytics/metrics', () => {
  it('lists what the reports on a type take', async () => {
    const { body } = (await account.client.get<string[]>('/v1/analytics/metrics?checkType=MULTI_STEP')).expect(200);
    expect(body).toEqual(expect.arrayContaining(['responseTime', 'responseTime_p95', 'availability', 'retries']));
    const check = await storeCheck(api, account.id, { checkType: 'MULTI_STEP' });
    (await account.client.get(`/v1/analytics/multistep-checks/${check}?metrics=${body.join(',')}`)).expect(200);
  });

  it.each(CHECK_TYPES)('answers a list for %s', async (type) => {
    const { body } = (await account.client.get<string[]>(`/v1/analytics/metrics?checkType=${type}`)).expect(200);
    expect(Array.isArray(body)).toBe(true);
  });
});

it('each report has a limit of 30 per minute of its own', async () => {
  const limited = await startApi({ config: { rateLimit: 600 } });
  try {
    const { id, client } = await limited.account();
    const check = await storeCheck(limited, id);
    for (let time = 0; time < 30; time += 1) (await client.post(PATH, { checkIds: [check] })).expect(200);
    (await client.post(PATH, { checkIds: [check] })).expect(429);
    (await client.get(`/v1/analytics/url-monitors/${check}?metrics=availability`)).expect(200);
    (await client.get(`/v1/analytics/metrics?checkType=URL`)).expect(200);
  } finally {
    await limited.close();
  }
});
