import { startApi, type TestApi } from '#testing';
import { QUERIES, THINGS } from '../api/tenancy-things.js';
import { committedRoutes, nameOf } from './committed.js';
import { OPERATIONS } from './operations.js';

/** Spec 8. */
const DEFAULT = { requests: 600, seconds: 60 };

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ config: { rateLimit: DEFAULT.requests } });
});
afterAll(() => api?.close());

const OFFERED = new Set(committedRoutes().map(nameOf));
const LIMITED = OPERATIONS.filter(({ name, limit }) => limit !== null && OFFERED.has(name));

/** The address of an operation, with a thing of a new account: limits are counted per key. */
async function prepared({ path }: { path: string }) {
  const account = await api.account();
  const ids = (await THINGS[path]?.(api, account)) ?? {};
  const query = QUERIES[path] ?? '';
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!)) + query;
  // A key that has made no request yet.
  return { address, client: await account.clientOf('ADMIN') };
}

const left = (headers: Headers) => Number(/;r=(\d+);/.exec(headers.get('ratelimit')!)![1]);

it.each(LIMITED.map((operation) => [operation.name, operation] as const))(
  '%s has the limit of the reference',
  async (_name, operation) => {
    const { requests, seconds } = operation.limit!;
    const { address, client } = await prepared(operation);
    const ask = () => client.send(operation.method, address, operation.method === 'POST' ? {} : undefined);
    const first = await ask();
    expect(first.headers.get('ratelimit-policy')).toMatch(new RegExp(`;q=${requests};w=${seconds}$`));
    expect(left(first.headers)).toBe(requests - 1);
    for (let spent = 1; spent < requests; spent += 20)
      await Promise.all(Array.from({ length: Math.min(20, requests - spent) }, ask));
    const refused = (await ask()).expect(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect(refused.body).toMatchObject({ statusCode: 429, error: 'Too Many Requests' });
    // Another key of another account still has all of it.
    const other = await prepared(operation);
    expect(left((await other.client.send(operation.method, other.address)).headers)).toBe(requests - 1);
  },
);

it('no two of them share one', async () => {
  const policies: (string | null)[] = [];
  for (const operation of LIMITED) {
    const { address, client } = await prepared(operation);
    const { headers } = await client.send(operation.method, address, operation.method === 'POST' ? {} : undefined);
    policies.push(headers.get('ratelimit-policy'));
  }
  expect(new Set(policies).size).toBe(LIMITED.length);
});

it('all others have the default of the specification only', async () => {
  const others = OPERATIONS.filter(({ name, limit }) => limit === null && OFFERED.has(name));
  const account = await api.account();
  for (const { name, method, path } of others) {
    const { headers } = await account.client.send(method, path.replaceAll(/[{}]/g, ''));
    expect([name, headers.get('ratelimit-policy')]).toEqual([
      name,
      `"default";q=${DEFAULT.requests};w=${DEFAULT.seconds}`,
    ]);
  }
  expect(others.length).toBeGreaterThan(20);
});
