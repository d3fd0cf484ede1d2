import { RESULTS_PATH } from '#agent-protocol';
import {
  badBodies,
  badParameters,
  bodySchema,
  exampleBody,
  fingerprint,
  routesOf,
  startApi,
  dashboardBody,
  type ApiClient,
  type ErrorBody,
  type Route,
  type Schema,
  type TestAccount,
  type TestApi,
} from '#testing';
import { exampleService } from './status-page-things.js';
import { QUERIES, THINGS } from './tenancy-things.js';

/** How many requests are on their way at the same time. */
const AT_ONCE = 8;

/** Thousands of requests: seconds on a quiet machine. */
jest.setTimeout(180_000);

let api: TestApi;
let account: TestAccount;
let agent: ApiClient;
let checkId: string;
let dashboardId: number;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  await exampleService(api, account);
  const body = { name: 'Default', slugName: 'default' };
  const { id } = (await account.client.post<{ id: string }>('/v1/private-locations', body)).expect(201).body;
  const key = await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`);
  agent = api.anonymous.as(key.body.rawKey);
  ({ checkId } = (await THINGS['/v1/check-results/{checkId}']!(api, account)) as { checkId: string });
  ({ id: dashboardId } = (await account.client.post<{ id: number }>('/v1/dashboards', dashboardBody())).expect(
    201,
  ).body);
});

const state = () => fingerprint(api.sql, account.id);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const isAgents = ({ operation }: Route) => operation.security?.some((one) => 'locationKey' in one) === true;
const clientOf = (route: Route) => (isAgents(route) ? agent : account.client);

async function pathTo({ path }: Route): Promise<string> {
  const ids = (await THINGS[path]?.(api, account)) ?? {};
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
}

/** Bodies that are accepted, where the examples of the document need something that is not there. */
const changes = (): Record<string, Record<string, unknown>> => ({
  // Names are unique across accounts, so two requests cannot take those of the example.
  'PUT /v1/dashboards/{dashboardId}': { customUrl: 'other-status', customDomain: 'other.example.com' },
  'PUT /v1/snippets/{id}': { name: 'other' },
  'POST /v1/incidents': { dashboardId },
  'POST /v1/analytics/checks': { checkIds: [checkId] },
  'POST /v1/check-sessions/trigger': { target: { checkId: [checkId] } },
  'POST /v2/check-sessions/trigger': { target: { checkId: [checkId] } },
});
/** Not running, so that nothing but a request changes anything. */
const idle = ({ path }: Route) => (path.startsWith('/v1/checks') ? { activated: false } : {});
const baseOf = (route: Route) => ({
  ...exampleBody(api.document, route.operation)!,
  ...idle(route),
  ...changes()[nameOf(route)],
});

interface Outcome {
  what: string;
  status: number;
  message: string;
}

/** Sends all, and answers those that were not refused as they should be. */
async function accepted<T extends { what: string }>(
  cases: T[],
  send: (one: T) => Promise<Outcome>,
  wanted: (status: number) => boolean,
) {
  const found: string[] = [];
  for (let at = 0; at < cases.length; at += AT_ONCE) {
    const outcomes = await Promise.all(cases.slice(at, at + AT_ONCE).map(send));
    found.push(
      ...outcomes
        .filter(({ status, message }) => !wanted(status) || message.length < 5)
        .map(({ what, status }) => `${status} for ${what}`),
    );
  }
  return found;
}

/** Agents are answered per report: a bad one is refused inside the answer to its batch. */
const perItem = ({ path }: Route) => path === RESULTS_PATH;
const refuses = (route: Route) => (status: number) => status === 400 || (perItem(route) && status === 200);

it('is refused with 400 in every field of every body, and changes nothing', async () => {
  const routes = routesOf(api.document).filter(({ operation }) => bodySchema(api.document, operation) !== null);
  let tried = 0;
  for (const route of routes) {
    const path = await pathTo(route);
    const before = await state();
    const cases = badBodies(api.document, bodySchema(api.document, route.operation)!, baseOf(route));
    const send = async ({ what, value }: (typeof cases)[number]): Promise<Outcome> => {
      const { status, body } = await clientOf(route).send<Partial<ErrorBody>>(route.method, path, value);
      return { what, status, message: status < 400 ? 'accepted' : (body.message ?? '') };
    };
    expect([nameOf(route), await accepted(cases, send, refuses(route))]).toEqual([nameOf(route), []]);
    expect([nameOf(route), await state()]).toEqual([nameOf(route), before]);
    tried += cases.length;
  }
  expect(tried).toBeGreaterThan(routes.length * 10);
});

it('was in nothing but what was changed: the bodies themselves are accepted', async () => {
  (await account.client.put(`/v1/checks/url/${checkId}`, { activated: true, privateLocations: ['default'] })).expect(
    200,
  );
  const routes = routesOf(api.document).filter((route) => route.operation.requestBody && !isAgents(route));
  for (const route of routes) {
    const { status, body } = await account.client.send(route.method, await pathTo(route), baseOf(route));
    expect([nameOf(route), status < 300, body]).toEqual([nameOf(route), true, body]);
  }
});

it('is refused with 400 in every query parameter, and changes nothing', async () => {
  for (const route of routesOf(api.document).filter(({ operation }) => operation.security?.length)) {
    const parameters = (route.operation.parameters ?? []) as { name: string; in: string; schema: Schema }[];
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    if (inQuery.length === 0) continue;
    const path = await pathTo(route);
    const before = await state();
    const needed = QUERIES[route.path]?.slice(1) ?? '';
    const rest = (name: string) => (needed.startsWith(`${name}=`) ? '' : `&${needed}`);
    const cases = [
      ...inQuery.flatMap(({ name, schema }) =>
        badParameters(schema).map((value) => ({ what: `${name}=${value}${rest(name)}` })),
      ),
      ...inQuery
        .filter(({ schema }) => schema['type'] !== 'array')
        .map(({ name }) => ({ what: `${name}=1&${name}=1${rest(name)}` })),
      { what: `notInTheDocument=1&${needed}` },
    ];
    const send = async ({ what }: { what: string }): Promise<Outcome> => {
      const { status, body } = await clientOf(route).send<Partial<ErrorBody>>(route.method, `${path}?${what}`);
      return { what: what.slice(0, 80), status, message: body?.message ?? '' };
    };
    expect([nameOf(route), await accepted(cases, send, (status) => status === 400)]).toEqual([nameOf(route), []]);
    expect([nameOf(route), await state()]).toEqual([nameOf(route), before]);
  }
});
