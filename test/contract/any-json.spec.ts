import { exampleBody, routesOf, startApi, type ApiClient, type Route, type TestAccount, type TestApi } from '#testing';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { BODIES, THINGS } from '../api/tenancy-things.js';
import { committedRoutes, nameOf } from './committed.js';
import type { Json } from './description.js';

const RUNS = 40;

let api: TestApi;
let account: TestAccount;
let agent: ApiClient;

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
  const body = { name: 'Default', slugName: 'default' };
  const { id } = (await account.client.post<{ id: string }>('/v1/private-locations', body)).expect(201).body;
  const key = await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`);
  agent = api.anonymous.as(key.body.rawKey);
});
afterAll(() => api?.close());

const takesJson = ({ operation }: Route) =>
  'application/json' in ((operation.requestBody as { content?: object } | undefined)?.content ?? {});
const WITH_BODY = committedRoutes().filter(takesJson);
const isAgents = ({ operation }: Route) => operation.security?.some((one) => 'locationKey' in one) === true;
const clientOf = (route: Route) => (isAgents(route) ? agent : account.client);

async function pathTo({ path }: Route): Promise<string> {
  const ids = (await THINGS[path]?.(api, account)) ?? {};
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
}

const deep = (depth: number, leaf: unknown): unknown =>
  Array.from({ length: depth }).reduce((inner, _, at) => (at % 2 ? [inner] : { a: inner }), leaf);

/** Values that are legal JSON and that nobody expects. */
const odd: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.nat({ max: 100_000 }).map((length) => 'x'.repeat(length)),
  fc.nat({ max: 60 }).map((depth) => deep(depth, 1)),
  fc.nat({ max: 2_000 }).map((length) => Array.from({ length }, () => 1)),
  fc.constantFrom(
    '\ud800',
    '\u0000',
    '\ufeff',
    '\u202e',
    '{{',
    "'; DROP TABLE accounts; --",
    '%s%n',
    '../..',
    '2026-02-30',
    -0,
    1e308,
    2 ** 53,
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString').map((name) => JSON.parse(`{"${name}": {"x": 1}}`) as unknown),
);

/** A good body with some of its fields, or of those further in, made odd. */
function spoiled(good: Json): Arbitrary<unknown> {
  const names = Object.keys(good);
  if (names.length === 0) return odd;
  const one = fc.tuple(fc.constantFrom(...names), odd).chain(([name, value]) => {
    const inner = good[name];
    const further = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return further
      ? fc.oneof(fc.constant(value), spoiled(inner as Json)).map((made) => [name, made] as const)
      : fc.constant([name, value] as const);
  });
  return fc.array(one, { minLength: 1, maxLength: 3 }).map((changes) => ({ ...good, ...Object.fromEntries(changes) }));
}

describe.each(WITH_BODY.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  let path: string;
  let good: Json;

  beforeAll(async () => {
    path = await pathTo(route);
    good = (BODIES[name] as Json) ?? exampleBody(api.document, route.operation)!;
  });

  it('answers any JSON, and never with a fault of its own', async () => {
    // Examples are there once the API runs, so the generator is made here.
    const bodies = fc.oneof({ weight: 3, arbitrary: spoiled(good) }, { weight: 1, arbitrary: odd });
    const property = fc.asyncProperty(bodies, async (body) => {
      const { status } = await clientOf(route).send(route.method, path, body);
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  it.each([
    ['half of it', '{"name": "x'],
    ['two bodies', '{}{}'],
    ['a comma too many', '{"a": 1,}'],
    ['deep nesting', '['.repeat(100_000)],
    ['deep nesting that ends', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['a huge number', `{"name": ${'9'.repeat(5_000)}}`],
    ['a lone surrogate', '{"name": "\\ud800"}'],
    ['a NUL', '{"name": "\\u0000"}'],
    ['wrong UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['no JSON', '<xml/>'],
  ])('refuses %s', async (_what, raw) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await clientOf(route).send(route.method, path, undefined, { raw, headers });
    expect([400, 404, 413]).toContain(status);
  });

  it('takes nothing for an empty object', async () => {
    const headers = { 'content-type': 'application/json' };
    const ask = (raw: string) => clientOf(route).send(route.method, path, undefined, { raw, headers });
    expect((await ask('')).status).toBe((await ask('{}')).status);
  });

  it('takes the last of two equal keys, as JSON.parse does, and does not fail', async () => {
    const text = JSON.stringify(good);
    const raw = text.replace(/^\{("[^"]+":)/, '{$1"first",$1');
    const headers = { 'content-type': 'application/json' };
    const { status } = await clientOf(route).send(route.method, path, undefined, { raw, headers });
    expect(status).toBeLessThan(500);
  });
});

it('every route with a body is among them', () => {
  const served = routesOf(api.document).filter(takesJson);
  expect(WITH_BODY.map(nameOf).toSorted()).toEqual(served.map(nameOf).toSorted());
});
