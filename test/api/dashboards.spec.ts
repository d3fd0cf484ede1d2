import { dashboardBody, startApi, type ApiClient, type ErrorBody, type TestAccount, type TestApi } from '#testing';

interface Dashboard {
  id: number;
  dashboardId: string;
  customUrl: string;
  customDomain: string | null;
  keys: object[];
  updated_at: string | null;
  [field: string]: unknown;
}

const PATH = '/v1/dashboards';
let api: TestApi;
let account: TestAccount;
let client: ApiClient;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  ({ client } = account);
});

let names = 0;
const freshName = () => `name-${(names += 1)}`;
const create = async (values: object = {}) =>
  (await client.post<Dashboard>(PATH, dashboardBody(values))).expect(201).body;
const read = async ({ dashboardId }: Dashboard) =>
  (await client.get<Dashboard>(`${PATH}/${dashboardId}`)).expect(200).body;
const update = async ({ dashboardId }: Dashboard, values: object) =>
  (await client.put<Dashboard>(`${PATH}/${dashboardId}`, values)).expect(200).body;

/** Every field that can be set, none with its default. */
const full = () => ({
  customUrl: `Full-${freshName()}`,
  customDomain: `${freshName()}.Example.com`,
  logo: 'https://example.com/Logo.png?a=1#b',
  favicon: 'http://example.com/favicon.ico',
  link: 'https://example.com',
  header: 'Grüße "\\" 🎈',
  description: 'How we are doing',
  width: '960PX',
  refreshRate: 300,
  paginate: false,
  paginationRate: 30,
  checksPerPage: 20,
  useTagsAndOperator: true,
  hideTags: true,
  enableIncidents: true,
  expandChecks: true,
  tags: ['production', 'a,b'],
  showHeader: false,
  showCheckRunLinks: true,
  showGroupNames: false,
  customCSS: 'body { color: red; }',
  isPrivate: false,
  showP95: false,
  showP99: false,
});

describe('a dashboard', () => {
  it('needs nothing: the rest is default, and what was never set and cannot be null is left out', async () => {
    const { body } = (await client.post<Dashboard>(PATH, {})).expect(201);
    expect(body).toEqual({
      id: expect.any(Number),
      dashboardId: expect.stringMatching(/^[a-z0-9]{10}$/),
      created_at: expect.any(String),
      updated_at: null,
      customUrl: expect.stringMatching(/^[a-z0-9]{14}$/),
      customDomain: null,
      logo: null,
      favicon: null,
      description: null,
      width: 'FULL',
      refreshRate: 60,
      paginate: true,
      paginationRate: 60,
      checksPerPage: 15,
      useTagsAndOperator: false,
      hideTags: false,
      enableIncidents: false,
      expandChecks: false,
      tags: [],
      showHeader: true,
      showCheckRunLinks: false,
      showGroupNames: true,
      customCSS: '',
      isPrivate: false,
      showP95: true,
      showP99: true,
      keys: [],
    });
    expect(await read(body)).toEqual(body);
  });

  it('reads as it was sent, and can be sent back as it was read', async () => {
    const sent = full();
    const created = await create(sent);
    expect(created).toMatchObject(sent);
    const found = await read(created);
    expect(found).toEqual(created);
    const again = await update(created, found);
    expect(again).toEqual({ ...found, updated_at: expect.any(String) });
    expect(await read(created)).toEqual(again);
    const plain = await create();
    expect(await update(plain, await read(plain))).toEqual({ ...plain, updated_at: expect.any(String) });
  });

  it('changes only what is sent; null empties what may be null', async () => {
    const created = await create(full());
    const empty = { customDomain: null, logo: null, favicon: null, description: null, customCSS: null };
    const change = { ...empty, checksPerPage: null, useTagsAndOperator: null, tags: [], link: 'https://other.example' };
    expect(await update(created, change)).toEqual({ ...created, ...change, updated_at: expect.any(String) });
    expect(await update(created, {})).toMatchObject({ ...change, header: created['header'] });
  });

  it('keeps its ids, whatever is sent', async () => {
    const created = await create();
    const ids = { id: 7, dashboardId: 'other', created_at: 0, keys: [{ id: 'x', rawKey: 'mine' }] };
    expect(await update(created, ids)).toEqual({ ...created, updated_at: expect.any(String) });
    const other = await create(ids);
    expect(other.dashboardId).not.toBe('other');
    expect(other.keys).toEqual([]);
  });

  it('is deleted, with its incidents', async () => {
    const { id, dashboardId } = await create();
    const incident = {
      name: 'Incident',
      impact: 'MAJOR',
      dashboardId: id,
      incidentUpdates: [{ status: 'RESOLVED', description: 'Over' }],
    };
    const { id: incidentId } = (await client.post<{ id: string }>('/v1/incidents', incident)).expect(200).body;
    const deleted = (await client.del(`${PATH}/${dashboardId}`)).expect(204);
    expect(deleted.body).toBeUndefined();
    (await client.get(`${PATH}/${dashboardId}`)).expect(404);
    (await client.put(`${PATH}/${dashboardId}`, {})).expect(404);
    (await client.del(`${PATH}/${dashboardId}`)).expect(404);
    (await client.get(`/v1/incidents/${incidentId}`)).expect(404);
  });

  it.each([
    { width: 'HALF' },
    { refreshRate: 30 },
    { refreshRate: '60' },
    { paginationRate: 600 },
    { checksPerPage: 0 },
    { checksPerPage: 21 },
    { checksPerPage: 1.5 },
    { paginate: null },
    { tags: null },
    { tags: 'production' },
    { link: null },
    { link: 'ftp://example.com' },
    { header: null },
    { logo: 'logo.png' },
    { favicon: 'javascript:alert(1)' },
    { customUrl: null },
    { customUrl: '' },
    { customUrl: 'a.b' },
    { customUrl: '-a' },
    { customUrl: 'x'.repeat(64) },
    { customDomain: '' },
    { customDomain: 'localhost' },
    { customDomain: 'https://example.com' },
    { isPrivate: null },
    { unknown: 1 },
  ])('is refused with %j, made or changed', async (values) => {
    const [field] = Object.keys(values);
    const created = await create();
    for (const answer of [
      await client.post<ErrorBody>(PATH, dashboardBody(values)),
      await client.put<ErrorBody>(`${PATH}/${created.dashboardId}`, values),
    ]) {
      expect(answer.expect(400).body.attributes).toMatchObject({ violations: [{ field }] });
    }
    expect(await read(created)).toEqual(created);
  });

  it('is written by READ_WRITE and read by everybody', async () => {
    const created = await create();
    const path = `${PATH}/${created.dashboardId}`;
    for (const role of ['READ_RUN', 'READ_ONLY'] as const) {
      const weaker = await account.clientOf(role);
      expect((await weaker.get(path)).expect(200).body).toEqual(created);
      (await weaker.get(PATH)).expect(200);
      (await weaker.post(PATH, {})).expect(403);
      (await weaker.put(path, {})).expect(403);
      (await weaker.del(path)).expect(403);
    }
    const writer = await account.clientOf('READ_WRITE');
    (await writer.put(path, { header: 'x' })).expect(200);
    (await writer.del(path)).expect(204);
    (await writer.post(PATH, {})).expect(201);
  });
});

describe('names', () => {
  it('find the dashboard, each with its type and in any case', async () => {
    const [customUrl, customDomain] = [freshName(), `${freshName()}.example.com`];
    const created = await create({ customUrl, customDomain });
    const get = async (path: string) => (await client.get<Dashboard>(`${PATH}/${path}`)).status;
    expect((await client.get(`${PATH}/${customUrl}?type=customUrl`)).expect(200).body).toEqual(created);
    expect((await client.get(`${PATH}/${customDomain}?type=customDomain`)).expect(200).body).toEqual(created);
    expect(await get(`${customUrl.toUpperCase()}?type=customUrl`)).toBe(200);
    expect(await get(customUrl)).toBe(404);
    expect(await get(`${customUrl}?type=customDomain`)).toBe(404);
    expect(await get(`${created.dashboardId}?type=customUrl`)).toBe(404);
    expect(await get(`${created.id}`)).toBe(404);
    expect(await get(`${customUrl}?type=other`)).toBe(400);
    const stranger = await api.account();
    (await stranger.client.get(`${PATH}/${customUrl}?type=customUrl`)).expect(404);
    (await stranger.client.get(`${PATH}/${created.dashboardId}`)).expect(404);
  });

  it.each([
    ['customUrl', (name: string) => name],
    ['customDomain', (name: string) => `${name}.example.com`],
  ])('%s is unique across accounts, and a taken one does not tell whose it is', async (field, of) => {
    const taken = of(freshName());
    const other = await api.account();
    const theirs = (await other.client.post<Dashboard>(PATH, { [field]: taken, header: 'Theirs' })).expect(201).body;
    const mine = await create({ [field]: of(freshName()) });
    const refused = async (value: string) => [
      (await client.post<ErrorBody>(PATH, { [field]: value })).expect(409).body,
      (await client.put<ErrorBody>(`${PATH}/${mine.dashboardId}`, { [field]: value })).expect(409).body,
    ];
    const ofOthers = [...(await refused(taken)), ...(await refused(taken.toUpperCase()))];
    await create({ [field]: of(`own-${taken.split('.')[0]}`) });
    const ofMine = await refused(of(`own-${taken.split('.')[0]}`));
    const told = [...ofOthers, ...ofMine].map(({ attributes: { requestId: _, ...attributes }, ...body }) => ({
      ...body,
      attributes,
    }));
    for (const each of told) expect(each).toEqual(told[0]);
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${other.id}|${theirs.dashboardId}|Theirs`));
    expect(await read(mine)).toEqual(mine);
    // Free again once nobody has it.
    (await other.client.put(`${PATH}/${theirs.dashboardId}`, { [field]: of(freshName()) })).expect(200);
    expect((await update(mine, { [field]: taken.toUpperCase() }))[field]).toBe(taken.toUpperCase());
    (await client.del(`${PATH}/${mine.dashboardId}`)).expect(204);
    (await other.client.post(PATH, { [field]: taken })).expect(201);
  });

  it('are taken once when 50 ask for one at the same time, in one account and in several', async () => {
    const clients = [client, (await api.account()).client, (await api.account()).client];
    for (const body of [{ customUrl: freshName() }, { customDomain: `${freshName()}.example.com` }]) {
      const asked = Array.from({ length: 50 }, async (_, at) => (await clients[at % 3]!.post(PATH, body)).status);
      const statuses = await Promise.all(asked);
      expect([201, 409].map((status) => statuses.filter((each) => each === status).length)).toEqual([1, 49]);
    }
  });

  it('stay with one when two swap theirs', async () => {
    const [one, two] = [await create({ customUrl: freshName() }), await create({ customUrl: freshName() })];
    const swap = (dashboard: Dashboard, { customUrl }: Dashboard) =>
      client.put(`${PATH}/${dashboard.dashboardId}`, { customUrl });
    const statuses = await Promise.all([swap(one, two), swap(two, one)]);
    expect(statuses.map(({ status }) => status)).toEqual([409, 409]);
    expect([await read(one), await read(two)]).toEqual([one, two]);
  });
});

describe('the list', () => {
  it('is newest first, in pages that tell the whole, of this account only', async () => {
    (await (await api.account()).client.post(PATH, {})).expect(201);
    expect((await client.get(PATH)).expect(200).body).toEqual([]);
    const made: Dashboard[] = [];
    for (let count = 0; count < 12; count += 1) made.unshift(await create());
    const first = (await client.get<Dashboard[]>(PATH)).expect(200);
    expect(first.body).toEqual(made.slice(0, 10));
    expect(first.headers.get('content-range')).toBe('0-9/12');
    const last = (await client.get<Dashboard[]>(`${PATH}?limit=5&page=3`)).expect(200);
    expect([last.body, last.headers.get('content-range')]).toEqual([made.slice(10), '10-11/12']);
    (await client.del(`${PATH}/${made[0]!.dashboardId}`)).expect(204);
    expect((await client.get(`${PATH}?limit=1&page=99`)).headers.get('content-range')).toBe('*/11');
  });
});

it('is read at most 20 times in 20 seconds (reference 1.5)', async () => {
  const limited = await startApi({ config: { rateLimit: 600 } });
  try {
    const { client: caller } = await limited.account();
    const { dashboardId } = (await caller.post<Dashboard>(PATH, {})).expect(201).body;
    for (let count = 0; count < 20; count += 1) (await caller.get(`${PATH}/${dashboardId}`)).expect(200);
    const refused = (await caller.get(`${PATH}/${dashboardId}`)).expect(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"dashboard";q=20;w=20');
    (await caller.get(PATH)).expect(200);
    (await caller.put(`${PATH}/${dashboardId}`, {})).expect(200);
  } finally {
    await limited.close();
  }
});
