import { ROLES, type Role } from '#domain';
import {
  exampleBody,
  routesOf,
  startApi,
  type ApiClient,
  type ErrorBody,
  type Route,
  type TestAccount,
  type TestApi,
} from '#testing';
import { BODIES, QUERIES, THINGS } from '../api/tenancy-things.js';
import { committedRoutes, nameOf } from './committed.js';
import { OPERATIONS, type ExpectedOperation } from './operations.js';

/** What no key of an account opens. */
const OTHERS = [
  /^GET \/metrics$/,
  /^GET \/-\/(liveness|readiness)$/,
  /^(POST|PUT) \/agent\/v1\//,
  /^GET \/(checks|check-groups)\/\{\w+\}\/trigger\/\{token\}$/,
  /^(GET|POST) \/(heartbeats\/)?ping\/\{\w+\}$/,
  /^GET \/v1\/(locations|runtimes|runtimes\/\{id\}|badges\/(checks|groups)\/\{\w+\})$/,
  /^GET \/v1\/static-ip(v6)?s(-by-region|\.txt)?$/,
];

let api: TestApi;
let account: TestAccount;
let clients: Record<Role, ApiClient>;

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
  const made = await Promise.all(ROLES.map(async (role) => [role, await account.clientOf(role)] as const));
  clients = Object.fromEntries(made) as Record<Role, ApiClient>;
});
afterAll(() => api?.close());

const COMMITTED = new Map(committedRoutes().map((route) => [nameOf(route), route]));
const OFFERED = OPERATIONS.flatMap((operation) => {
  const route = COMMITTED.get(operation.name);
  return route ? [[operation.name, operation, route] as [string, ExpectedOperation, Route]] : [];
});

/** Ids that nothing has, and texts that are no ids. */
const UNKNOWN = {
  uuid: ['00000000-0000-4000-8000-000000000000', 'nonsense', '1'],
  integer: ['2147483647', '2147483648', '0', '-1', '1.5', 'nonsense', '9'.repeat(40)],
  text: ['unknown-to-all', '%00', '%F0%9F%8E%88'],
};
const unknownOf = ({ format, type }: { format?: string; type?: string }) =>
  UNKNOWN[format === 'uuid' ? 'uuid' : type === 'integer' ? 'integer' : 'text'];

const bodyOf = (route: Route) => BODIES[nameOf(route)] ?? exampleBody(api.document, route.operation);
const bare = ({ path }: Route) => path.replaceAll(/[{}]/g, '');

function filled({ path }: Route, ids: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!) + (QUERIES[path] ?? '');
}

async function idsOf({ path }: Route): Promise<Record<string, string>> {
  const ids = (await THINGS[path]?.(api, account)) ?? {};
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, encodeURIComponent(id)]));
}

describe('operations', () => {
  it('that exist are all expected, once', () => {
    const names = OPERATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const offered = routesOf(api.document).map(nameOf);
    expect(offered.filter((name) => !names.includes(name) && !OTHERS.some((other) => other.test(name)))).toEqual([]);
  });
});

/** Reference 2: marked with a dagger. */
const DEPRECATED = [
  'POST /v1/checks',
  'PUT /v1/checks/{id}',
  'POST /v1/check-groups',
  'PUT /v1/check-groups/{id}',
  'GET /v1/check-results/{checkId}',
  'POST /v1/check-sessions/trigger',
  'GET /v1/check-sessions/{checkSessionId}',
  'GET /v1/check-sessions/{checkSessionId}/completion',
  ...['check-groups/{groupId}', 'checks/{checkId}'].flatMap((thing) =>
    ['GET', 'POST', 'DELETE'].map((method) => `${method} /v1/triggers/${thing}`),
  ),
];

it('operations are deprecated that the reference says so of, and no others', () => {
  const deprecated = committedRoutes().filter(({ operation }) => operation['deprecated'] === true);
  expect(deprecated.map(nameOf).toSorted()).toEqual(DEPRECATED.toSorted());
});

describe('a body of which nothing is required', () => {
  const isOptional = ({ operation }: Route) => (operation.requestBody as { required?: boolean })?.required === false;
  const optional = committedRoutes().filter(isOptional);

  it('is that of some operations', () => {
    const names = [
      'POST /v2/check-sessions/trigger',
      'PATCH /v1/error-groups/{id}',
      'PUT /v1/dashboards/{dashboardId}',
    ];
    expect(optional.map(nameOf)).toEqual(expect.arrayContaining(names));
    expect(optional.map(nameOf)).not.toContain('POST /v1/variables');
  });

  // Only a secret variable may do without a value (decision 8).
  const others = optional.filter((route) => nameOf(route) !== 'PUT /v1/variables/{key}');

  it.each(others.map((route) => [nameOf(route), route] as const))('may be absent from %s', async (_name, route) => {
    const path = filled(route, await idsOf(route));
    expect((await account.client.send(route.method, path)).status).not.toBe(400);
  });
});

it('probes declare no errors that they do not answer', () => {
  const errorsOf = (path: string) => {
    const [route] = routesOf(api.document).filter((one) => nameOf(one) === `GET ${path}`);
    return Object.keys(route!.operation.responses).filter((status) => status !== '200');
  };
  expect([errorsOf('/-/liveness'), errorsOf('/-/readiness')]).toEqual([[], ['503']]);
});

describe.each(OFFERED)('%s', (_name, { status, role }, route) => {
  it(`answers ${status}`, () => {
    const statuses = Object.keys(route.operation.responses).map(Number);
    expect(statuses.filter((one) => one < 300)).toEqual([status]);
  });

  it('answers 401 to nobody, to a wrong key and to another account', async () => {
    const clientsOfNobody = [
      api.anonymous,
      api.anonymous.as(`sv_${'0'.repeat(32)}`),
      api.anonymous.as(account.apiKey, '00000000-0000-4000-8000-000000000000'),
    ];
    const answers = [];
    for (const client of clientsOfNobody) answers.push(await client.send<ErrorBody>(route.method, bare(route)));
    expect(answers.map((answer) => [answer.status, answer.body.error, answer.body.message])).toEqual([
      [401, 'Unauthorized', 'Missing authentication'],
      [401, 'Unauthorized', 'Bad token'],
      [401, 'Unauthorized', 'Bad token'],
    ]);
  });

  it(`answers 403 to the roles below ${role}, and to no other`, async () => {
    const statuses: [Role, number][] = [];
    for (const one of ROLES) {
      const answer = await clients[one].send(route.method, filled(route, await idsOf(route)), bodyOf(route));
      statuses.push([one, answer.status]);
    }
    const refused = statuses.flatMap(([one, answered]) => (answered === 403 ? [one] : []));
    expect(statuses.filter(([, answered]) => answered === 401 || answered >= 500)).toEqual([]);
    expect(refused).toEqual(ROLES.slice(ROLES.indexOf(role) + 1));
  });

  const parameters = (route.operation.parameters ?? []) as { name: string; in: string; schema: object }[];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');

  it('answers 404 for ids that are unknown or malformed', async () => {
    for (const { name, schema } of inPath) {
      const ids = await idsOf(route);
      for (const id of unknownOf(schema)) {
        const path = filled(route, { ...ids, [name]: id });
        const answer = await account.client.send<ErrorBody>(route.method, path, bodyOf(route));
        expect([path, answer.status, answer.body.error]).toEqual([path, 404, 'Not Found']);
      }
    }
    expect(inPath.map(({ name }) => name)).toEqual(route.parameters);
  });
});
