import {
  apiCheckBody,
  exampleBody,
  dashboardBody,
  fingerprint,
  incidentBody,
  privateLocationBody,
  routesOf,
  snippetBody,
  startApi,
  urlCheckBody,
  type Route,
  type TestAccount,
  type TestApi,
} from '#testing';
import { BODIES, QUERIES, THINGS } from './tenancy-things.js';

/** Thousands of requests: seconds on a quiet machine. */
jest.setTimeout(180_000);

let api: TestApi;
let mine: TestAccount;
let theirs: TestAccount;

beforeAll(async () => {
  api = await startApi();
  [mine, theirs] = [await api.account('mine'), await api.account('theirs')];
});
afterAll(() => api?.close());

const secured = () =>
  routesOf(api.document).filter(({ operation }) => operation.security?.some((one) => 'apiKey' in one));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
/** Whether a JSON text shows an id; numbers only count as ids. */
const shows = (text: string, trace: string) =>
  text.includes(`"${trace}"`) || (/^\d+$/.test(trace) && text.includes(`"id":${trace},`));
const bodyOf = (route: Route) => BODIES[nameOf(route)] ?? exampleBody(api.document, route.operation);

/** The path of a route with a new thing of `owner` in it. */
async function pathTo({ path }: Route, owner: TestAccount): Promise<string> {
  const ids = await THINGS[path]!(api, owner);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
  return filled + (QUERIES[path] ?? '');
}

/** What the service offers, whoever asks. */
const SAME_FOR_ALL = new Set(['/v1/accounts/me/entitlements', '/v1/analytics/metrics']);

describe('what belongs to another account', () => {
  it('has a maker for every route with parameters, and none too many', () => {
    const paths = new Set(
      routesOf(api.document)
        .filter(({ parameters }) => parameters.length > 0)
        .map(({ path }) => path),
    );
    expect(Object.keys(THINGS).toSorted()).toEqual([...paths].toSorted());
  });

  it('is not found, and not changed, on any route', async () => {
    for (const route of secured().filter(({ parameters }) => parameters.length > 0)) {
      const path = await pathTo(route, theirs);
      const before = await fingerprint(api.sql);
      const { status, body } = await mine.client.send(route.method, path, bodyOf(route));
      expect([nameOf(route), status, body]).toEqual([
        nameOf(route),
        404,
        expect.objectContaining({ error: 'Not Found' }),
      ]);
      expect([nameOf(route), await fingerprint(api.sql)]).toEqual([nameOf(route), before]);
      // The same request of the owner finds it, so the 404 was about the account.
      const own = await theirs.client.send(route.method, path, bodyOf(route));
      expect([nameOf(route), own.status < 300, own.body]).toEqual([nameOf(route), true, own.body]);
    }
  });

  it('is in no list', async () => {
    const traces = new Set<string>([theirs.id]);
    const own = new Set(secured().map(({ path }) => path));
    for (const path of Object.keys(THINGS).filter((each) => own.has(each))) {
      for (const id of Object.values(await THINGS[path]!(api, theirs))) traces.add(id);
    }
    const lists = secured().filter(
      ({ method, path, parameters }) => method === 'GET' && parameters.length === 0 && !SAME_FOR_ALL.has(path),
    );
    for (const { path } of lists) {
      const text = async (account: TestAccount) => JSON.stringify((await account.client.get(path)).expect(200).body);
      const seen = await text(mine);
      expect([path, [...traces].filter((trace) => shows(seen, trace))]).toEqual([path, []]);
      // The owner's own list shows some of it, so the search can find what it looks for.
      const own = await text(theirs);
      expect([path, [...traces].some((trace) => shows(own, trace))]).toEqual([path, true]);
    }
  });

  it('cannot be named in a body', async () => {
    const location = privateLocationBody();
    (await theirs.client.post('/v1/private-locations', location)).expect(201);
    const { id: checkId } = (await theirs.client.post<{ id: string }>('/v1/checks/url', urlCheckBody())).expect(
      201,
    ).body;
    const { id: dashboardId } = (await theirs.client.post<{ id: number }>('/v1/dashboards', dashboardBody())).expect(
      201,
    ).body;
    const own = (await mine.client.post<{ id: string }>('/v1/checks/url', urlCheckBody())).expect(201).body;
    const group = (await theirs.client.post<{ id: number }>('/v2/check-groups', { name: 'Theirs' })).expect(201).body;
    const snippet = (await theirs.client.post<{ id: number }>('/v1/snippets', snippetBody())).expect(201).body;
    const ownApi = (await mine.client.post<{ id: string }>('/v1/checks/api', apiCheckBody())).expect(201).body;
    const before = await fingerprint(api.sql);
    for (const field of ['setupSnippetId', 'tearDownSnippetId']) {
      const script = { [field]: snippet.id };
      expect([400, 404]).toContain((await mine.client.post('/v1/checks/api', apiCheckBody(script))).status);
      expect([400, 404]).toContain((await mine.client.put(`/v1/checks/api/${ownApi.id}`, script)).status);
      const inGroup = { name: 'Mine', ...script };
      expect([400, 404]).toContain((await mine.client.post('/v2/check-groups', inGroup)).status);
    }
    for (const inGroup of [{ groupId: group.id }]) {
      expect([400, 404]).toContain((await mine.client.post('/v1/checks/url', urlCheckBody(inGroup))).status);
      expect([400, 404]).toContain((await mine.client.put(`/v1/checks/url/${own.id}`, inGroup)).status);
    }
    const named = { privateLocations: [location.slugName] };
    expect([400, 404]).toContain((await mine.client.post('/v1/checks/url', urlCheckBody(named))).status);
    expect([400, 404]).toContain((await mine.client.put(`/v1/checks/url/${own.id}`, named)).status);
    expect([400, 404]).toContain((await mine.client.post('/v1/incidents', incidentBody(dashboardId))).status);
    for (const version of ['v1', 'v2']) {
      const target = { target: { checkId: [checkId] } };
      expect([400, 404]).toContain((await mine.client.post(`/${version}/check-sessions/trigger`, target)).status);
    }
    expect(await fingerprint(api.sql)).toEqual(before);
  });
});

describe('fingerprint', () => {
  it('sees what changes', async () => {
    const before = await fingerprint(api.sql, mine.id);
    await THINGS['/v1/variables/{key}']!(api, theirs);
    expect(await fingerprint(api.sql, mine.id)).toEqual(before);
    await THINGS['/v1/variables/{key}']!(api, mine);
    const after = await fingerprint(api.sql, mine.id);
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
      // Its lease revision: agents hear of the new variable.
      'accounts',
      'environment_variables',
      'row_counts',
    ]);
  });
});
