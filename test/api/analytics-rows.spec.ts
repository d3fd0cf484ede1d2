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

const groupedPage = async (number: number) =>
  (
    await ask(`${WINDOW}&metrics=responseTime_sum&groupBy=runLocation&aggregationInterval=60&limit=2&page=${number}`)
  ).expect(200).body.series;
const sums = (series: Report['series']) =>
  series.map((one) => [one.runLocation, ...one.data.map((row) => row['responseTime_sum'])]);

describe('groups', () => {
  beforeEach(async () => {
    await store([
      { startedAt: at(1), location: 'berlin', responseTime: 1 },
      { startedAt: at(61), location: 'berlin', responseTime: 2, statusCode: 503, hasFailures: true },
      { startedAt: at(62), location: 'athens', responseTime: 4 },
      { startedAt: at(121), location: 'berlin', responseTime: 8, statusCode: null, hasFailures: true },
    ]);
  });

  it('are one series each with its key, ordered by it', async () => {
    expect((await report('metrics=responseTime_sum&groupBy=runLocation')).series).toEqual([
      { runLocation: 'athens', data: [{ timestamp: iso(0), responseTime_sum: 4 }] },
      { runLocation: 'berlin', data: [{ timestamp: iso(0), responseTime_sum: 11 }] },
    ]);
    expect((await report('metrics=responseTime_sum&groupBy=statusCode&aggregationInterval=60')).series).toEqual([
      {
        statusCode: 200,
        data: [
          { timestamp: iso(0), responseTime_sum: 1 },
          { timestamp: iso(60), responseTime_sum: 4 },
        ],
      },
      { statusCode: 503, data: [{ timestamp: iso(60), responseTime_sum: 2 }] },
      { statusCode: null, data: [{ timestamp: iso(120), responseTime_sum: 8 }] },
    ]);
    expect((await report('metrics=responseTime&groupBy=runLocation')).series.map(({ data }) => data.length)).toEqual([
      1, 3,
    ]);
  });

  it('show the same times on a page', async () => {
    expect(sums(await groupedPage(1))).toEqual([
      ['athens', 4],
      ['berlin', 1, 2],
    ]);
    expect(sums(await groupedPage(2))).toEqual([['berlin', 8]]);
    expect(await groupedPage(3)).toEqual([]);
  });
});

describe('pages', () => {
  it.each([
    ['raw points', 'metrics=responseTime'],
    ['intervals', 'metrics=responseTime_sum&aggregationInterval=1'],
  ])('of %s have ten rows by default and go on where the one before ended', async (_what, query) => {
    await store(Array.from({ length: 25 }, (_, n) => ({ startedAt: at(24 - n), responseTime: 24 - n })));
    const page = async (number: number) =>
      (await ask(`${WINDOW}&${query}&page=${number}`)).expect(200).body.series[0]!.data;
    const minutes = (await Promise.all([1, 2, 3, 4].map(page))).map((rows) =>
      rows.map((row) => (Date.parse(row.timestamp) - T0) / MINUTE),
    );
    expect(minutes.map(({ length }) => length)).toEqual([10, 10, 5, 0]);
    expect(minutes.flat()).toEqual(Array.from({ length: 25 }, (_, n) => n));
  });

  it('of one row have it on the first page only', async () => {
    await store([{ startedAt: at(0) }]);
    expect((await ask(`${WINDOW}&metrics=availability&page=2`)).expect(200).body.series).toEqual([{ data: [] }]);
    expect((await ask(`${WINDOW}&metrics=availability&groupBy=statusCode&page=2`)).expect(200).body.series).toEqual([]);
  });
});
