import { newId } from '#persistence';
import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { RESULT_FIELDS } from '../../apps/api/src/check-results/check-results-v2.dto.js';
import { matching, ONE, PAGE, PART } from '../../apps/api/src/check-results/check-results.queries.js';
import { makeDays, scansOf, storeCheck, storeMany, storeResults, type StoredResult } from './stored-results.js';

interface Result {
  id: string;
  [field: string]: unknown;
}
interface List {
  length: number;
  entries: Result[];
  nextId: string | null;
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
const v2 = (query = '', id = checkId) => account.client.get<List>(`/v2/check-results/${id}?${query}`);
const window = (fromMinutes: number, toMinutes: number) =>
  `from=${at(fromMinutes).getTime() / 1_000}&to=${at(toMinutes).getTime() / 1_000}`;
const idsOf = (results: Result[]) => results.map(({ id }) => id);
const refusal = async (query: string) => (await v2(query)).expect(400).body as unknown as ErrorBody;

const entry = async (fields: string) => (await v2(fields)).expect(200).body.entries[0];

describe('GET /v2/check-results/{checkId}', () => {
  it('walks through all results with nextId, however old, without missing or repeating any', async () => {
    const moments = [0, 1, 1, 1, 2, 3, 3, 10_000, 500_000].map((minutes) => ({ startedAt: at(-minutes) }));
    const ids = await store(...moments);
    const seen: string[] = [];
    let nextId: string | null = null;
    do {
      const { body } = (await v2(`limit=2${nextId === null ? '' : `&nextId=${nextId}`}`)).expect(200);
      expect(body.length).toBe(body.entries.length);
      seen.push(...idsOf(body.entries));
      nextId = body.nextId;
    } while (nextId !== null && seen.length < 20);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect([seen[0], seen.at(-1)]).toEqual([ids[0], ids.at(-1)]);
  });

  it('has ten entries by default and no nextId when the last one is there', async () => {
    await store(...Array.from({ length: 11 }, (_, n) => ({ startedAt: at(n) })));
    const { body } = (await v2()).expect(200);
    expect([body.length, typeof body.nextId]).toEqual([10, 'string']);
    expect((await v2('limit=11')).expect(200).body).toMatchObject({ length: 11, nextId: null });
    const empty = await storeCheck(api, account.id);
    expect((await v2('', empty)).expect(200).body).toEqual({ length: 0, entries: [], nextId: null });
  });

  it('keeps to its filters on every part, "to" and "from" too', async () => {
    const ids = await store(...[0, 1, 2, 3].map((n) => ({ startedAt: at(n) })));
    const first = (await v2(`${window(1, 3)}&limit=1`)).expect(200).body;
    expect(idsOf(first.entries)).toEqual([ids[2]]);
    const second = (await v2(`${window(1, 3)}&limit=1&nextId=${first.nextId}`)).expect(200).body;
    expect([idsOf(second.entries), second.nextId]).toEqual([[ids[1]], null]);
    expect((await refusal(window(3, 1))).message).toBe('"from" must lie before "to"');
  });

  it('refuses a nextId that it has not answered', async () => {
    for (const nextId of ['x', 'AAAA', newId(), '%00', 'A'.repeat(30), 'A'.repeat(101)]) {
      const { attributes } = await refusal(`nextId=${nextId}`);
      expect(attributes.violations?.[0]?.field).toBe('nextId');
    }
  });

  it('answers only the fields that are asked for', async () => {
    const [id] = await store({ startedAt: at(0), detail: { requestError: null } });
    expect(await entry('fields=id')).toEqual({ id });
    expect(await entry('fields=id,responseTime&fields=name')).toEqual({ id, responseTime: 100, name: 'Shop' });
    expect(await entry('fields=apiCheckResult')).toEqual({ apiCheckResult: { requestError: null } });
    const [tcp] = await store({ startedAt: at(1), checkType: 'TCP', detail: { response: null } });
    expect(await entry('fields=id,tcpCheckResult')).toEqual({ id: tcp, tcpCheckResult: { response: null } });
    for (const field of RESULT_FIELDS) expect(Object.keys((await entry(`fields=${field}`))!)).toEqual([field]);
    const { created_at: created, createdAt } = (await entry('fields=created_at,createdAt'))!;
    expect(createdAt).toBe(created);
    expect((await refusal('fields=secret')).message).toContain('must be one of [id, name,');
    expect((await refusal('fields=')).message).toContain('at least 1');
  });
});

const partitionsOf = (scans: string[]) => [...new Set(scans.map((scan) => scan.split(' ').at(-1)!))].toSorted();

describe('how PostgreSQL reads results', () => {
  const from = new Date(T0);
  const to = new Date(T0 + 6 * HOUR);
  const filter = { from, to, resultType: 'FINAL' as const };

  beforeEach(async () => {
    await makeDays(api, new Date(T0 - 20 * 24 * HOUR), new Date(T0 + 3 * 24 * HOUR));
    await storeMany(api, account.id, checkId, new Date(T0 - 36 * HOUR), 30_000, 6_000);
    await storeMany(api, account.id, await storeCheck(api, account.id), new Date(T0 - 36 * HOUR), 15_000, 12_000);
    await api.sql('ANALYZE check_results');
  });

  /** Partitions with more rows than that are big: reading them whole would show. */
  const BIG = 1_000;

  it.each(['generic', 'custom'] as const)('by index and in few partitions, with a %s plan', async (mode) => {
    const big = await api.sql<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname LIKE 'check_results_2%' AND relkind = 'r' AND reltuples > ${BIG}`,
    );
    expect(big.length).toBeGreaterThanOrEqual(2);
    const matches = matching(account.id, checkId, filter);
    const ever = matching(account.id, checkId, { ...filter, from: new Date(0) });
    const [last] = await api.sql<{ id: string }>('SELECT max(id::text) AS id FROM check_results WHERE check_id = $1', [
      checkId,
    ]);
    const page = await scansOf(api, PAGE.text, [...matches, 10, 0], mode);
    const part = await scansOf(api, PART.text, [...ever, to, newId(T0), 11, true], mode);
    const one = await scansOf(api, ONE.text, [account.id, checkId, last!.id], mode);
    for (const scan of [...page, ...part, ...one].filter((each) => big.some(({ name }) => each.endsWith(name))))
      expect(scan).not.toContain('Seq Scan');
    expect(partitionsOf(page)).toEqual(['check_results_20260317', 'check_results_20260318']);
    expect(partitionsOf(part).at(-1)).toBe('check_results_20260318');
    expect(partitionsOf(one)).toHaveLength(1);
  });
});
