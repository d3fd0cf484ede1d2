import { startApi, type ApiAnswer, type TestApi } from '#testing';
import { THINGS } from '../api/tenancy-things.js';
import { committedRoutes } from './committed.js';
import type { Json, World } from './description.js';
import { LISTS, MANY, multiply } from './lists.js';
import { mostRows, statementsOf } from './statements.js';
import { newWorld } from './world.js';

/** What a page of ten may look at: itself, the one after it, and a few rows beside (the key, totals). */
const FEW = 60;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

interface Cursor {
  entries: Json[];
  length: number;
  nextId: string | null;
}

const itemsOf = ({ body }: ApiAnswer<Json>) =>
  Array.isArray(body) ? (body as Json[]) : (body as unknown as Cursor).entries;

describe.each(LISTS.map((list) => [list.path, list] as const))(`GET %s with ${MANY} items`, (_path, list) => {
  const { path: template, item, table, id, order, kind } = list;
  let world: World;
  let path: string;

  beforeAll(async () => {
    world = await newWorld(api);
    const ids = await THINGS[item]!(api, world.account);
    path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((ids[name] ?? ids['groupId'])!));
    await multiply(world, list);
  });

  const get = async (query: string) => (await world.client.get(`${path}${query}`)).expect(200);
  const expected = async (limit: number, offset = 0) => {
    const rows = await api.sql<{ id: unknown }>(
      `SELECT "${id[1]}" AS id FROM "${table}" WHERE account_id = $1 ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      [world.account.id],
    );
    return rows.map((row) => String(row.id));
  };
  const shown = (answer: ApiAnswer<Json>) => itemsOf(answer).map((one) => String(one[id[0]]));
  const next = (answer: ApiAnswer<Json>) => encodeURIComponent((answer.body as unknown as Cursor).nextId!);

  it('has its first page in order, of the usual size', async () => {
    expect(shown(await get(''))).toEqual(await expected(kind === 'page' ? 10 : 20));
  });

  it('goes on where the page before ended', async () => {
    const pages = [await get('?limit=7')];
    for (const page of [2, 3])
      pages.push(await get(kind === 'page' ? `?limit=7&page=${page}` : `?limit=7&nextId=${next(pages.at(-1)!)}`));
    expect(pages.flatMap(shown)).toEqual(await expected(21));
  });

  it('tells where a page lies', async () => {
    const answer = await get('?limit=100');
    expect(itemsOf(answer)).toHaveLength(100);
    const told = kind === 'page' ? answer.headers.get('content-range') : (answer.body as unknown as Cursor).length;
    expect(told).toBe(kind === 'page' ? `0-99/${MANY + 1}` : 100);
  });

  it('looks at no more rows than a page needs', async () => {
    const first = await get('?limit=10');
    const second = kind === 'page' ? '?limit=10&page=2' : `?limit=10&nextId=${next(first)}`;
    for (const query of ['?limit=10', second]) {
      const statements = await statementsOf(() => get(query));
      const ours = statements.filter(({ text }) => text.includes(table));
      expect(ours.length).toBeGreaterThan(0);
      for (const statement of ours) {
        const { step, rows } = await mostRows(api.sql, statement);
        expect([query, rows <= FEW + (list.counted ?? 0), step, rows]).toEqual([query, true, step, rows]);
      }
    }
  });
});

/** Lists with pages are those whose query has `limit` and `page`, or `nextId`. */
it('every list with pages is among them, or has tests of its own', () => {
  // Partitioned by day: their plans are those of test/api/check-results*, check-alerts and heartbeats.
  const OWN = [
    /^\/v[12]\/check-results\//,
    /^\/v1\/check-alerts/,
    /heartbeats/,
    /^\/v1\/analytics\//,
    /^\/v1\/alert-notifications/,
    // Few and short: test/api/location-outages.
    /\/outages$/,
  ];
  const paged = committedRoutes().filter(({ method, operation }) => {
    const names = ((operation.parameters ?? []) as { name: string }[]).map(({ name }) => name);
    return method === 'GET' && (names.includes('page') || names.includes('nextId'));
  });
  const known = LISTS.map(({ path }) => path);
  const missing = paged.filter(({ path }) => !known.includes(path) && !OWN.some((own) => own.test(path)));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

describe('the rows that a statement looks at', () => {
  it('are all of them where no index serves', async () => {
    const world = await newWorld(api);
    await THINGS['/v1/checks/{id}']!(api, world.account);
    await multiply(
      world,
      LISTS.find(({ path }) => path === '/v1/checks')!,
    );
    const text = 'SELECT id FROM checks WHERE account_id = $1 ORDER BY md5(name), id LIMIT 10';
    expect((await mostRows(api.sql, { text, values: [world.account.id] })).rows).toBeGreaterThanOrEqual(MANY);
  });
});
