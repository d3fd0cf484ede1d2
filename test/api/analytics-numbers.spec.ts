import { AGGREGATIONS, type Aggregation } from '#domain';
import { startApi, type TestAccount, type TestApi } from '#testing';
import { storeCheck, storeResults, type StoredResult } from './stored-results.js';

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
  checkId = await storeCheck(api, account.id);
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

/** The definitions, written down once more: percentiles interpolate between the two ranks around (n - 1) * fraction. */
function expected(values: number[], aggregation: Aggregation): number {
  const sorted = values.toSorted((one, other) => one - other);
  const percentile = (fraction: number) => {
    const rank = (sorted.length - 1) * fraction;
    const below = sorted[Math.floor(rank)]!;
    return below + (rank - Math.floor(rank)) * (sorted[Math.ceil(rank)]! - below);
  };
  const sum = values.reduce((total, value) => total + value, 0);
  const mean = sum / values.length;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length;
  return {
    avg: mean,
    max: Math.max(...values),
    median: percentile(0.5),
    min: Math.min(...values),
    p50: percentile(0.5),
    p90: percentile(0.9),
    p95: percentile(0.95),
    p99: percentile(0.99),
    stddev: Math.sqrt(variance),
    sum,
  }[aggregation];
}

function expectClose(found: unknown, wanted: number): void {
  expect(typeof found).toBe('number');
  expect(Math.abs((found as number) - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 1e-9);
}

const TIMINGS = ['responseTime', 'wait', 'dns', 'tcp', 'firstByte', 'download'] as const;

/** Results over 3 hours with values that differ in every timing, without any order. */
const VARIED = Array.from({ length: 41 }, (_, n) => {
  const value = (salt: number) => ((n * 7_919 + salt * 104_729) % 9_973) / 7;
  const [responseTime, wait, dns, tcp, firstByte, download] = TIMINGS.map((_name, salt) => value(salt + 1));
  return { startedAt: at((n * 53) % 180), responseTime, wait, dns, tcp, tls: value(9), firstByte, download };
}).map((result, n): StoredResult & { responseTime: number } => ({
  ...result,
  responseTime: result.responseTime!,
  location: n % 3 ? 'berlin' : 'paris',
}));

describe('numbers', () => {
  it('are those of the definitions, for every suffixed metric, over the window', async () => {
    await store(VARIED);
    const names = TIMINGS.flatMap((timing) => AGGREGATIONS.map((aggregation) => `${timing}_${aggregation}`));
    const [row, ...others] = await rowsOf(`metrics=${names.join(',')}`);
    expect(others).toEqual([]);
    expect(row!.timestamp).toBe(iso(0));
    expect(Object.keys(row!)).toHaveLength(61);
    for (const timing of TIMINGS)
      for (const aggregation of AGGREGATIONS)
        expectClose(
          row![`${timing}_${aggregation}`],
          expected(
            VARIED.map((result) => result[timing]!),
            aggregation,
          ),
        );
  });

  it('are those of each interval, ascending, from the unix epoch, without empty intervals', async () => {
    const results = VARIED.filter(({ startedAt }) => startedAt < at(60) || startedAt >= at(125));
    await store(results);
    const rows = await rowsOf('metrics=responseTime,responseTime_p90&metrics=dns_stddev&aggregationInterval=50');
    const starts = [
      ...new Set(results.map(({ startedAt }) => startedAt.getTime() - (startedAt.getTime() % (50 * MINUTE)))),
    ];
    expect(rows.map(({ timestamp }) => Date.parse(timestamp))).toEqual(starts.toSorted((one, other) => one - other));
    expect(Date.parse(rows[0]!.timestamp)).toBeLessThan(T0);
    for (const row of rows) {
      const start = Date.parse(row.timestamp);
      const inside = results.filter(
        ({ startedAt }) => startedAt.getTime() >= start && startedAt.getTime() < start + 50 * MINUTE,
      );
      expectClose(
        row['responseTime'],
        expected(
          inside.map(({ responseTime }) => responseTime),
          'avg',
        ),
      );
      expectClose(
        row['responseTime_p90'],
        expected(
          inside.map(({ responseTime }) => responseTime),
          'p90',
        ),
      );
      expectClose(
        row['dns_stddev'],
        expected(
          inside.map(({ dns }) => dns!),
          'stddev',
        ),
      );
    }
  });

  it('are raw points for base metrics alone, each with its own time', async () => {
    await store([
      { startedAt: at(2), responseTime: 20.125, dns: 2, hasFailures: true, attempt: 3 },
      { startedAt: at(1), responseTime: 10.25, dns: null },
    ]);
    expect(await rowsOf('metrics=responseTime,dns')).toEqual([
      { timestamp: iso(1), responseTime: 10.25, dns: null },
      { timestamp: iso(2), responseTime: 20.125, dns: 2 },
    ]);
    expect(await rowsOf('metrics=dns,availability,retries')).toEqual([
      { timestamp: iso(1), dns: null, availability: 100, retries: 0 },
      { timestamp: iso(2), dns: 2, availability: 0, retries: 2 },
    ]);
  });

  it('of a base metric beside a suffixed one are its average, in one row', async () => {
    await store([
      { startedAt: at(1), responseTime: 10 },
      { startedAt: at(2), responseTime: 30 },
    ]);
    expect(await rowsOf('metrics=responseTime,responseTime_max,availability')).toEqual([
      { timestamp: iso(0), responseTime: 20, responseTime_max: 30, availability: 100 },
    ]);
  });

  it('leave values out that a result does not have', async () => {
    await store([
      { startedAt: at(1), dns: 4 },
      { startedAt: at(2), dns: null, statusCode: null, hasFailures: true },
    ]);
    expect(await rowsOf('metrics=dns_avg,dns_min,tcp_p99')).toEqual([
      { timestamp: iso(0), dns_avg: 4, dns_min: 4, tcp_p99: null },
    ]);
  });

  it('without any result are null in the one row of the window, and no rows otherwise', async () => {
    expect(await rowsOf('metrics=responseTime_avg,availability,retries')).toEqual([
      { timestamp: iso(0), responseTime_avg: null, availability: null, retries: null },
    ]);
    expect(await rowsOf('metrics=responseTime')).toEqual([]);
    expect(await rowsOf('metrics=responseTime_avg&aggregationInterval=60')).toEqual([]);
    expect((await report('metrics=availability&groupBy=runLocation')).series).toEqual([]);
  });

  it('tell the TCP connection from the TLS handshake', async () => {
    await store([{ startedAt: at(1), tcp: 5, tls: 40 }]);
    expect(await rowsOf('metrics=tcp_avg')).toEqual([{ timestamp: iso(0), tcp_avg: 5 }]);
  });
});

describe('which results count', () => {
  beforeEach(async () => {
    await store([
      { startedAt: at(1), responseTime: 1 },
      { startedAt: at(2), responseTime: 10, isDegraded: true, attempt: 3 },
      { startedAt: at(3), responseTime: 100, hasFailures: true, attempt: 2, statusCode: 503 },
      { startedAt: at(4), responseTime: 1_000, resultType: 'ATTEMPT', hasFailures: true },
      { startedAt: at(5), responseTime: 10_000, aborted: true },
      { startedAt: at(6), responseTime: 100_000, hasErrors: true },
    ]);
    await store([{ startedAt: at(1), responseTime: 1e6 }], await storeCheck(api, account.id));
  });

  it('are FINAL ones of the check that the service did not spoil; degraded ones are available', async () => {
    const [row] = await rowsOf('metrics=responseTime_sum,availability,retries');
    expect(row).toMatchObject({ responseTime_sum: 111, retries: 3 });
    expectClose(row!['availability'], 200 / 3);
  });

  it.each([
    ['success', 11, 100],
    ['failure', 100, 0],
    ['success,failure', 111, 200 / 3],
    ['', 111, 200 / 3],
  ])('are filtered by status: "%s"', async (filter, sum, availability) => {
    const [row] = await rowsOf(`metrics=responseTime_sum,availability&filterByStatus=${filter}`);
    expect(row!['responseTime_sum']).toBe(sum);
    expectClose(row!['availability'], availability);
  });
});
