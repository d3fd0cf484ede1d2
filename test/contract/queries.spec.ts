import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { THINGS } from '../api/tenancy-things.js';
import { committedRoutes } from './committed.js';
import {
  DNS_METRICS,
  ICMP_METRICS,
  MULTISTEP_METRICS,
  QUERIES,
  QUICK_RANGES,
  TCP_METRICS,
  URL_METRICS,
} from './queries.js';
import { queryRows } from './query-rows.js';

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

/** Of an account of its own. */
async function pathOf(path: string): Promise<string> {
  account = await api.account();
  const ids = (await THINGS[path]?.(api, account)) ?? {};
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
}

/** Cursors and projections, which cannot be made up. */
const ALSO = ['nextId', 'fields', 'to', 'type', 'probe'];

describe.each(QUERIES.map((table) => [table.path, table] as const))('GET %s', (template, { parameters }) => {
  let path: string;
  const rows = Object.entries(parameters).flatMap(([name, field]) => queryRows(name, field));
  const needed = Object.entries(parameters).filter(([, { required }]) => required);
  const complete = (query: string) => {
    const missing = needed.filter(([name]) => !new URLSearchParams(query).has(name));
    return [query, ...missing.map(([name]) => `${name}=availability`)].join('&');
  };

  beforeAll(async () => {
    path = await pathOf(template);
  });

  const ask = (query: string) => account.client.get<Partial<ErrorBody>>(`${path}?${complete(query)}`);

  it.each(rows.filter((row) => row.accepted).map(({ query }) => query))('takes %s', async (query) => {
    expect((await ask(query)).expect(200).status).toBe(200);
  });

  it.each(rows.filter((row) => !row.accepted).map(({ query, parameter }) => [query, parameter]))(
    'refuses %s',
    async (query, parameter) => {
      const { body } = (await ask(query)).expect(400);
      const named = [body.message, ...(body.attributes!.violations ?? []).map(({ field }) => field)].join('\n');
      expect(named).toContain(parameter);
    },
  );

  it('refuses what it does not know', async () => {
    expect((await ask('notInTheSpecification=1')).expect(400).body.message).toContain('notInTheSpecification');
  });

  it('takes no parameters beside those', () => {
    const route = committedRoutes().find((one) => one.method === 'GET' && one.path === template)!;
    const declared = ((route.operation.parameters ?? []) as { name: string; in: string }[]).filter(
      (one) => one.in === 'query',
    );
    const known = [...Object.keys(parameters), ...ALSO];
    expect(declared.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('needs what is required, and nothing else', async () => {
    const { status, body } = await account.client.get<Partial<ErrorBody>>(path);
    expect([status, body.attributes?.violations]).toEqual(
      needed.length === 0
        ? [200, undefined]
        : [400, needed.map(([name]) => ({ field: name, message: `"${name}" is required` }))],
    );
  });
});

/** Spec 2 and reference 2 have few others: what their own tests are about. */
const OWN = [/\/trigger\/\{token\}$/, /^\/v1\/dashboards\/\{dashboardId\}$/, /\/occurrences$/, /^\/v1\/badges\//];

it('every query is among the tables', () => {
  const known = QUERIES.map((table) => table.path);
  const asking = committedRoutes().filter(
    ({ method, operation }) =>
      method === 'GET' && ((operation.parameters ?? []) as { in: string }[]).some((one) => one.in === 'query'),
  );
  const missing = asking.filter(({ path }) => !known.includes(path) && !OWN.some((own) => own.test(path)));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

const DAY = 86_400_000;

/** Decision 15: UTC, weeks start on Monday. */
function windowOf(quickRange: string, now: number): [number, number] {
  const [, days] = /^last(\d+)/.exec(quickRange) ?? [];
  if (days) return [now - (days === '24' ? 1 : Number(days)) * DAY, now];
  const today = new Date(now);
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const monday = Date.UTC(year, month, date - ((today.getUTCDay() + 6) % 7));
  const first = Date.UTC(year, month);
  const windows: Record<string, [number, number]> = {
    thisWeek: [monday, now],
    lastWeek: [monday - 7 * DAY, monday],
    thisMonth: [first, now],
    lastMonth: [Date.UTC(year, month - 1), first],
  };
  return windows[quickRange]!;
}

interface Report {
  from: string;
  to: string;
  pagination: object;
  metadata: Record<string, { unit: string; label: string; aggregation?: string }>;
}

describe.each([
  ['/v1/analytics/url-monitors/{id}', URL_METRICS],
  ['/v1/analytics/multistep-checks/{id}', MULTISTEP_METRICS],
  ['/v1/analytics/api-checks/{id}', URL_METRICS],
  ['/v1/analytics/tcp-checks/{id}', TCP_METRICS],
  ['/v1/analytics/dns/{id}', DNS_METRICS],
  ['/v1/analytics/icmp/{id}', ICMP_METRICS],
  ['/v1/analytics/heartbeat-checks/{id}', ['availability', 'retries']],
])('reports of %s', (template, metrics) => {
  let path: string;

  beforeAll(async () => {
    path = await pathOf(template);
  });

  const report = async (query: string) => (await account.client.get<Report>(`${path}?${query}`)).expect(200).body;

  it.each(metrics)('describe %s', async (metric) => {
    const { metadata } = await report(`metrics=${metric}`);
    const [base, suffix] = metric.split('_') as [string, string?];
    const percentage = base === 'availability' || base === 'packetLoss';
    const unit = percentage ? 'percentage' : base === 'retries' ? 'count' : 'milliseconds';
    const aggregation = suffix === undefined ? {} : { aggregation: suffix };
    expect(metadata).toEqual({ [metric]: { unit, label: expect.stringMatching(/\w{3}/), ...aggregation } });
  });

  it('are of the last day, and have ten rows on a page, unless something else is asked for', async () => {
    const { from, to, pagination } = await report('metrics=availability');
    expect(pagination).toEqual({ page: 1, limit: 10 });
    expect(Date.parse(to) - Date.parse(from)).toBe(DAY);
    expect(Math.abs(Date.parse(to) - Date.now())).toBeLessThan(60_000);
  });

  it.each(QUICK_RANGES)('go back as far as %s says', async (quickRange) => {
    const expected = windowOf(quickRange, Date.now());
    const { from, to } = await report(`metrics=availability&quickRange=${quickRange}`);
    const off = [Date.parse(from) - expected[0], Date.parse(to) - expected[1]].map(Math.abs);
    expect([quickRange, off.map((by) => by < 60_000)]).toEqual([quickRange, [true, true]]);
  });

  it('take from and to before quickRange', async () => {
    const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-02T12:00:00.000Z'];
    const asked = await report(
      `metrics=availability&quickRange=lastMonth&from=${Date.parse(from) / 1_000}&to=${Date.parse(to) / 1_000}`,
    );
    expect([asked.from, asked.to]).toEqual([from, to]);
  });
});
