import type { CheckType } from '#domain';
import { momentOf, newId, resultId } from '#persistence';
import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';
import { storeCheck, storeResults, type StoredResult } from './stored-results.js';

interface Result {
  id: string;
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
  checkId = await storeCheck(api, account.id, { name: 'Shop' });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.UTC(2026, 2, 18, 12);
const at = (minutes: number) => new Date(T0 + minutes * MINUTE);

const store = (...results: StoredResult[]) => storeResults(api, account.id, checkId, results);
const v1 = (query = '', id = checkId) => account.client.get<Result[]>(`/v1/check-results/${id}?${query}`);
const v2 = (query = '', id = checkId) => account.client.get<{ entries: Result[] }>(`/v2/check-results/${id}?${query}`);
const window = (fromMinutes: number, toMinutes: number) =>
  `from=${at(fromMinutes).getTime() / 1_000}&to=${at(toMinutes).getTime() / 1_000}`;
const idsOf = (results: Result[]) => results.map(({ id }) => id);
const one = (id: string) => account.client.get(`/v1/check-results/${checkId}/${id}`);
const refusal = async (query: string) => (await v1(query)).expect(400).body as unknown as ErrorBody;

/** What both lists find, which is the same. */
const found = async (filter: string) => {
  const page = (await v1(`${window(0, 10)}&${filter}`)).expect(200);
  const { entries } = (await v2(filter)).expect(200).body;
  expect(idsOf(entries)).toEqual(idsOf(page.body));
  expect(page.headers.get('content-range')?.split('/')[1]).toBe(String(page.body.length));
  return idsOf(page.body);
};

describe('a result', () => {
  it('has every field of reference 3.10', async () => {
    const runId = newId(T0);
    const sessionId = newId(T0 - 3_000);
    const detail = { assertions: [], requestError: null, response: { status: 200 } };
    const [id] = await store({
      startedAt: at(0),
      runId,
      sessionId,
      attempt: 3,
      isDegraded: true,
      responseTime: 812.25,
      detail,
    });
    const { body } = (await v1(window(0, 1))).expect(200);
    expect(body).toEqual([
      {
        id,
        name: 'Shop',
        checkId,
        hasFailures: false,
        hasErrors: false,
        isDegraded: true,
        isCancelled: false,
        overMaxResponseTime: false,
        runLocation: 'default',
        startedAt: '2026-03-18T12:00:00.000Z',
        stoppedAt: '2026-03-18T12:00:00.812Z',
        created_at: body[0]!['created_at'],
        responseTime: 812.25,
        checkRunId: momentOf(sessionId),
        attempts: 2,
        resultType: 'FINAL',
        sequenceId: runId,
        traceId: null,
        errorGroupIds: [],
        apiCheckResult: detail,
        browserCheckResult: null,
        multiStepCheckResult: null,
        agenticCheckResult: null,
        playwrightCheckResult: null,
        tcpCheckResult: null,
        dnsCheckResult: null,
        icmpCheckResult: null,
      },
    ]);
    expect((await one(id!)).expect(200).body).toEqual(body[0]);
    expect((await v2()).expect(200).body.entries).toEqual(body);
  });

  const MEMBERS = {
    API: 'apiCheckResult',
    URL: 'apiCheckResult',
    TCP: 'tcpCheckResult',
    DNS: 'dnsCheckResult',
    ICMP: 'icmpCheckResult',
    MULTI_STEP: 'multiStepCheckResult',
  } as const;

  it.each(Object.entries(MEMBERS) as [CheckType, string][])(
    'of the type %s shows its detail as %s and nowhere else',
    async (checkType, member) => {
      const [id] = await store({ startedAt: at(0), checkType, detail: { requestError: 'refused' } });
      const { body } = (await one(id!)).expect(200);
      const shown = Object.entries(body).filter(([name, value]) => name.endsWith('CheckResult') && value !== null);
      expect(shown).toEqual([[member, { requestError: 'refused' }]]);
    },
  );

  it('shows none of a type without a member', async () => {
    const [id] = await store({ startedAt: at(0), checkType: 'HEARTBEAT', detail: { requestError: 'refused' } });
    expect(JSON.stringify((await one(id!)).body)).not.toContain('refused');
  });

  it('is 404 beneath another check, in another account, or when it or its check is unknown', async () => {
    const otherCheck = await storeCheck(api, account.id);
    const other = await api.account();
    const [id] = await store({ startedAt: at(0) });
    const missing = async (path: string, client = account.client) =>
      (await client.get(`/v1/check-results/${path}`)).expect(404);
    await missing(`${otherCheck}/${id}`);
    await missing(`${checkId}/${newId(T0)}`);
    await missing(`${checkId}/${randomUUID()}`);
    await missing(`${checkId}/no-uuid`);
    await missing(`${randomUUID()}/${id}`);
    await missing(`${checkId}/${id}`, other.client);
    await missing(checkId, other.client);
    await missing(randomUUID());
    (await other.client.get(`/v2/check-results/${checkId}`)).expect(404);
    (await v2('', randomUUID())).expect(404);
  });
});

describe('GET /v1/check-results/{checkId}', () => {
  it('lists newest first by start, then id, in pages with the total', async () => {
    const runs = [0, 1, 2].map((n) => resultId(newId(T0 + n), 'a', 1)).toSorted();
    const tied = runs.map((id) => ({ startedAt: at(3), id }));
    const ids = await store({ startedAt: at(1) }, { startedAt: at(5) }, ...tied);
    const sorted = [ids[1], ...runs.toReversed(), ids[0]];
    const first = (await v1(`${window(0, 10)}&limit=2`)).expect(200);
    expect(idsOf(first.body)).toEqual(sorted.slice(0, 2));
    expect(first.headers.get('content-range')).toBe('0-1/5');
    expect(first.headers.get('link')).toContain('rel="next"');
    const last = (await v1(`${window(0, 10)}&limit=2&page=3`)).expect(200);
    expect(idsOf(last.body)).toEqual(sorted.slice(4));
    expect(last.headers.get('content-range')).toBe('4-4/5');
    const beyond = (await v1(`${window(0, 10)}&limit=2&page=4`)).expect(200);
    expect(beyond.body).toEqual([]);
    expect(beyond.headers.get('content-range')).toBe('*/5');
  });

  it('includes the start of the window and excludes its end, to the millisecond', async () => {
    const moments = [0, 1, 60_000 - 1, 60_000].map((offset) => ({ startedAt: new Date(T0 + offset) }));
    const ids = await store({ startedAt: new Date(T0 - 1) }, ...moments);
    expect(idsOf((await v1(window(0, 1))).expect(200).body)).toEqual([ids[3], ids[2], ids[1]]);
  });

  it.each([
    ['the last six hours', '', -6, 0],
    ['six hours before "to"', `to=${new Date(Date.now() - 24 * HOUR).toISOString()}`, -30, -24],
    ['six hours after "from"', `from=${Date.now() - 24 * HOUR}`, -24, -18],
  ])('covers %s', async (_what, query, fromHours, toHours) => {
    const now = Date.now();
    const inside = [toHours * HOUR - 5 * MINUTE, fromHours * HOUR + 5 * MINUTE];
    const outside = [fromHours * HOUR - 5 * MINUTE, toHours * HOUR + 5 * MINUTE];
    const ids = await store(...[...inside, ...outside].map((offset) => ({ startedAt: new Date(now + offset) })));
    expect(idsOf((await v1(query)).expect(200).body)).toEqual(ids.slice(0, 2));
  });

  it('takes six hours and refuses more, or a window that ends before it begins', async () => {
    (await v1(window(0, 360))).expect(200);
    const { message, attributes } = await refusal(`from=${T0}&to=${T0 + 6 * HOUR + 1}`);
    expect(message).toContain('at most 6 hours');
    expect(attributes.violations).toEqual([{ field: 'from', message }]);
    expect((await refusal(window(1, 0))).message).toBe('"from" must lie before "to"');
    expect((await refusal('from=yesterday')).attributes.violations?.[0]?.field).toBe('from');
  });

  it('finds a result whose run was made the day before it started', async () => {
    const runId = newId(Date.UTC(2026, 2, 17, 23, 59, 59));
    const [id] = await store({ startedAt: new Date(Date.UTC(2026, 2, 18, 0, 10)), runId });
    expect(idsOf((await v1('from=2026-03-18T00:00Z')).expect(200).body)).toEqual([id]);
  });

  it('filters by location, type, failure and kind of result, and by all at once', async () => {
    const runId = newId(T0);
    const [passed, failed, attempt, tcp] = await store(
      { startedAt: at(3) },
      { startedAt: at(2), hasFailures: true, location: 'berlin', attempt: 2, runId },
      { startedAt: at(1), hasFailures: true, location: 'berlin', resultType: 'ATTEMPT', runId },
      { startedAt: at(0), checkType: 'TCP' },
    );
    expect(await found('')).toEqual([passed, failed, tcp]);
    expect(await found('resultType=FINAL')).toEqual([passed, failed, tcp]);
    expect(await found('resultType=ATTEMPT')).toEqual([attempt]);
    expect(await found('resultType=ALL')).toEqual([passed, failed, attempt, tcp]);
    expect(await found('location=berlin')).toEqual([failed]);
    expect(await found('location=paris')).toEqual([]);
    expect(await found('checkType=TCP')).toEqual([tcp]);
    expect(await found('hasFailures=true')).toEqual([failed]);
    expect(await found('hasFailures=false')).toEqual([passed, tcp]);
    expect(await found('resultType=ALL&location=berlin&hasFailures=true&checkType=URL')).toEqual([failed, attempt]);
  });

  it.each([
    'resultType=LAST',
    'checkType=HTTP',
    'hasFailures=1',
    'limit=0',
    'limit=101',
    'page=0',
    'location=',
    'status=x',
    'location=%00',
  ])('refuses %s', async (query) => expect((await refusal(query)).attributes.code).toMatch(/VALIDATION|BAD_REQUEST/));
});

describe('the limit of each list', () => {
  it('is 60 requests per minute and key', async () => {
    const limited = await startApi({ config: { rateLimit: 600 } });
    try {
      const { client, id } = await limited.account();
      const check = await storeCheck(limited, id);
      const paths = [`/v1/check-results/${check}`, `/v2/check-results/${check}`];
      for (let n = 0; n < 60; n += 1) (await client.get(paths[0]!)).expect(200);
      const refused = (await client.get(paths[0]!)).expect(429);
      expect(refused.headers.get('ratelimit-policy')).toBe('"check-results";q=60;w=60');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      (await client.get(paths[1]!)).expect(200);
      (await client.get(`${paths[0]}/${newId()}`)).expect(404);
    } finally {
      await limited.close();
    }
  });
});
