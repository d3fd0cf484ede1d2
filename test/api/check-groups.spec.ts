import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';

const V1 = '/v1/check-groups';
const V2 = '/v2/check-groups';

interface Variable {
  key: string;
  value: string;
  locked: boolean;
  secret: boolean;
}
interface Group {
  id: number;
  name: string;
  environmentVariables: Variable[] | null;
  [field: string]: unknown;
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async (values: object = {}, path = V2) =>
  (await account.client.post<Group>(path, { name: 'Shop', ...values })).expect(201).body;
const read = async (id: number) => (await account.client.get<Group>(`${V1}/${id}`)).expect(200).body;
const location = (slugName: string) =>
  account.client.post('/v1/private-locations', { name: slugName, slugName }).then((answer) => answer.expect(201));

/** What v1 and v2 have in common when nothing is said (reference 3.7). */
const DEFAULTS = {
  name: 'Shop',
  activated: true,
  muted: false,
  tags: [],
  locations: [],
  privateLocations: [],
  concurrency: 3,
  apiCheckDefaults: { url: '', headers: [], queryParameters: [], assertions: [], basicAuth: null },
  environmentVariables: [],
  alertChannelSubscriptions: [],
  setupSnippetId: null,
  tearDownSnippetId: null,
  localSetupScript: null,
  localTearDownScript: null,
  runtimeId: null,
  retryStrategy: 'FALLBACK',
  id: expect.any(Number) as number,
  created_at: expect.any(String) as string,
  updated_at: null,
};

/** Everything set, to values that are no defaults. */
const FULL = {
  name: 'Everything',
  activated: false,
  muted: true,
  tags: ['shop', 'eu'],
  locations: ['eu-west-1'],
  privateLocations: ['berlin'],
  concurrency: 7,
  apiCheckDefaults: {
    url: 'https://api.example.com',
    headers: [{ key: 'X-Team', value: 'shop', locked: true }],
    queryParameters: [{ key: 'q', value: '', locked: false }],
    assertions: [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', regex: null, order: 3 }],
    basicAuth: { username: 'me', password: '{{PASSWORD}}' },
  },
  browserCheckDefaults: 'legacy',
  environmentVariables: [{ key: 'A', value: 'a', locked: true, secret: false }],
  doubleCheck: true,
  runParallel: true,
  retryStrategy: {
    type: 'LINEAR',
    baseBackoffSeconds: 5,
    maxRetries: 3,
    maxDurationSeconds: 60,
    sameRegion: false,
    onlyOn: ['NETWORK_ERROR'],
  },
  useGlobalAlertSettings: false,
  alertSettings: {
    escalationType: 'TIME_BASED',
    timeBasedEscalation: { minutesFailingThreshold: 10 },
    reminders: { amount: 2, interval: 15 },
    parallelRunFailureThreshold: { enabled: true, percentage: 50 },
  },
  alertChannelSubscriptions: [],
  setupSnippetId: null,
  tearDownSnippetId: null,
  localSetupScript: 'setup()',
  localTearDownScript: 'teardown()',
  runtimeId: '2025.04',
};

describe('a check group', () => {
  it('has the defaults of v1, which override its checks', async () => {
    expect(await create({}, V1)).toEqual({
      ...DEFAULTS,
      doubleCheck: true,
      runParallel: false,
      useGlobalAlertSettings: true,
      alertSettings: expect.objectContaining({ escalationType: 'RUN_BASED', reminders: { amount: 0, interval: 5 } }),
    });
  });

  it('has the defaults of v2, which leave everything to them', async () => {
    expect(await create()).toEqual({
      ...DEFAULTS,
      doubleCheck: false,
      runParallel: null,
      useGlobalAlertSettings: null,
      alertSettings: null,
    });
  });

  it.each([V1, V2])('of %s keeps everything that it is given, in creation and update', async (path) => {
    await location('berlin');
    const created = await create(FULL, path);
    expect(created).toMatchObject(FULL);
    expect(await read(created.id)).toEqual(created);
    const other = await create({}, path);
    const updated = (await account.client.put<Group>(`${path}/${other.id}`, FULL)).expect(200).body;
    expect(updated).toEqual({
      ...created,
      id: other.id,
      created_at: other['created_at'],
      updated_at: expect.any(String),
    });
    expect(await read(other.id)).toEqual(updated);
  });

  it.each([
    [V1, V1],
    [V2, V2],
    [V2, V1],
    [V1, V2],
  ])('made by %s can be sent back to %s as it was read', async (from, to) => {
    const group = await create({}, from);
    const { body } = (await account.client.put<Group>(`${to}/${group.id}`, group)).expect(200);
    expect({ ...body, updated_at: null }).toEqual(group);
  });

  it.each([V1, V2])('of %s keeps in an update what is absent', async (path) => {
    await location('berlin');
    const group = await create(FULL, path);
    const { body } = (await account.client.put<Group>(`${path}/${group.id}`, { name: 'Other' })).expect(200);
    expect(body).toEqual({ ...group, name: 'Other', updated_at: expect.any(String) });
  });

  it('takes null where a list or an override may be null', async () => {
    const nothing = {
      privateLocations: null,
      environmentVariables: null,
      runParallel: null,
      retryStrategy: null,
      useGlobalAlertSettings: null,
      alertSettings: null,
      apiCheckDefaults: { ...DEFAULTS.apiCheckDefaults, url: null },
    };
    const group = await create(nothing);
    expect(group).toMatchObject(nothing);
    (await account.client.put(`${V1}/${group.id}`, nothing)).expect(200);
  });

  it.each([
    [V1, { runParallel: null }, 'runParallel'],
    [V1, { useGlobalAlertSettings: null }, 'useGlobalAlertSettings'],
    [V2, { concurrency: 0 }, 'concurrency'],
    [V2, { concurrency: 1.5 }, 'concurrency'],
    [V2, { retryStrategy: 'NONE' }, 'retryStrategy'],
    [V2, { retryStrategy: { type: 'FIXED', maxRetries: 11 } }, 'retryStrategy.maxRetries'],
    [V2, { retryStrategy: {} }, 'retryStrategy.type'],
    [V2, { browserCheckDefaults: null }, 'browserCheckDefaults'],
    [V2, { apiCheckDefaults: { headers: [{ value: 'x' }] } }, 'apiCheckDefaults.headers[0].key'],
    [
      V2,
      { environmentVariables: Array.from({ length: 101 }, (_, n) => ({ key: `K${n}`, value: '' })) },
      'environmentVariables',
    ],
    [V2, { locations: ['berlin'] }, 'locations'],
    [V2, { runtimeId: '1999.01' }, 'runtimeId'],
  ])('of %s is refused with %j', async (path, values, field) => {
    const { body } = (await account.client.post<ErrorBody>(path, { name: 'Bad', ...values })).expect(400);
    expect(body.attributes.violations!.map((violation) => violation.field)).toEqual([field]);
    const { id } = await create({}, V2);
    if (path === V2) (await account.client.put(`${path}/${id}`, { name: 'Bad', ...values })).expect(400);
  });

  it('needs its name in an update of v2, not of v1', async () => {
    const { id } = await create();
    (await account.client.put(`${V1}/${id}`, { muted: true })).expect(200);
    (await account.client.put(`${V2}/${id}`, { muted: true })).expect(400);
  });

  it.each([
    [{ alertChannelSubscriptions: [{ alertChannelId: 7, activated: true }] }, '"alertChannelSubscriptions" names a'],
    [{ setupSnippetId: 7 }, '"setupSnippetId" names a snippet'],
    [{ tearDownSnippetId: 7 }, '"tearDownSnippetId" names a snippet'],
    [{ privateLocations: ['nowhere'] }, '"privateLocations" names a location that the account does not have'],
    [{ privateLocations: ['berlin', 'berlin'] }, '"privateLocations" must not name a location twice'],
  ])('cannot name what is not there: %j', async (values, message) => {
    await location('berlin');
    const other = await api.account();
    (await other.client.post('/v1/private-locations', { name: 'nowhere', slugName: 'nowhere' })).expect(201);
    const { id } = await create();
    for (const [method, path] of [
      ['POST', V1],
      ['POST', V2],
      ['PUT', `${V1}/${id}`],
      ['PUT', `${V2}/${id}`],
    ] as const) {
      const { status, body } = await account.client.send<ErrorBody>(method, path, { name: 'Bad', ...values });
      expect([status, body.message.startsWith(message)]).toEqual([400, true]);
    }
    expect((await account.client.get<Group[]>(V1)).body).toHaveLength(1);
    expect((await read(id)).name).toBe('Shop');
  });

  it('holds on to its private location until it leaves it', async () => {
    const { id: locationId } = (
      await account.client.post<{ id: string }>('/v1/private-locations', { name: 'Berlin', slugName: 'berlin' })
    ).expect(201).body;
    const group = await create({ privateLocations: ['berlin'] });
    const path = `/v1/private-locations/${locationId}`;
    expect((await account.client.del<ErrorBody>(path)).expect(409).body.message).toMatch(/^Check groups still name/);
    (await account.client.put(`${V2}/${group.id}`, { name: 'Shop', privateLocations: [] })).expect(200);
    (await account.client.del(path)).expect(204);
  });

  it('is not found once it is deleted, nor under any other id', async () => {
    const { id } = await create();
    (await account.client.del(`${V1}/${id}`)).expect(204);
    for (const unknown of [id, 2_147_483_647, 2_147_483_648, 0, -1, '01', 'x', '1.5']) {
      (await account.client.get(`${V1}/${unknown}`)).expect(404);
      (await account.client.put(`${V1}/${unknown}`, {})).expect(404);
      (await account.client.put(`${V2}/${unknown}`, { name: 'x' })).expect(404);
      (await account.client.del(`${V1}/${unknown}`)).expect(404);
      (await account.client.get(`${V1}/${unknown}/checks`)).expect(404);
    }
  });

  it('can be written by READ_WRITE keys only', async () => {
    const { id } = await create();
    const reader = await account.clientOf('READ_RUN');
    (await reader.get(`${V1}/${id}`)).expect(200);
    (await reader.post(V2, { name: 'x' })).expect(403);
    (await reader.put(`${V2}/${id}`, { name: 'x' })).expect(403);
    (await reader.del(`${V1}/${id}`)).expect(403);
    (await (await account.clientOf('READ_WRITE')).del(`${V1}/${id}`)).expect(204);
  });
});

describe('environment variables of a group', () => {
  const SECRET = { key: 'TOKEN', value: 'not to be seen', locked: false, secret: true };
  const stored = async (id: number) =>
    (
      await api.sql<{ text: string }>('SELECT environment_variables::text AS text FROM check_groups WHERE id = $1', [
        id,
      ])
    )[0]!.text;

  it('that are secret are sealed at rest and never answered', async () => {
    const group = await create({ environmentVariables: [SECRET] });
    const shown = [{ ...SECRET, value: '' }];
    expect(group.environmentVariables).toEqual(shown);
    expect((await read(group.id)).environmentVariables).toEqual(shown);
    expect((await account.client.get<Group[]>(V1)).body[0]!.environmentVariables).toEqual(shown);
    expect(await stored(group.id)).not.toContain(SECRET.value);
  });

  it('keep a secret that is sent back as it reads', async () => {
    const group = await create({ environmentVariables: [SECRET] });
    const before = await stored(group.id);
    (await account.client.put(`${V2}/${group.id}`, group)).expect(200);
    expect(await stored(group.id)).toBe(before);
    const open = { environmentVariables: [{ ...SECRET, secret: false }] };
    (await account.client.put(`${V1}/${group.id}`, open)).expect(400);
    (await account.client.put(`${V1}/${group.id}`, { environmentVariables: [SECRET, SECRET] })).expect(400);
    expect(await stored(group.id)).toBe(before);
  });

  it('that are locked show their value only to those who could write it', async () => {
    const locked = { key: 'A', value: 'seen', locked: true, secret: false };
    const { id } = await create({ environmentVariables: [locked] });
    const values: string[] = [];
    for (const role of ['READ_WRITE', 'READ_ONLY'] as const) {
      const { body } = (await (await account.clientOf(role)).get<Group>(`${V1}/${id}`)).expect(200);
      values.push(body.environmentVariables![0]!.value);
    }
    expect(values).toEqual(['seen', '']);
  });
});

describe('the list of groups', () => {
  const list = async (query = '') => {
    const { body, headers } = (await account.client.get<Group[]>(V1 + query)).expect(200);
    return [body.map(({ name }) => name), headers.get('content-range')];
  };

  it('is newest first, in pages', async () => {
    expect(await list()).toEqual([[], '*/0']);
    for (const name of ['a', 'b', 'c']) await create({ name });
    expect(await list()).toEqual([['c', 'b', 'a'], '0-2/3']);
    expect(await list('?limit=2&page=2')).toEqual([['a'], '2-2/3']);
    expect(await list('?limit=2&page=3')).toEqual([[], '*/3']);
  });

  it('can be limited to any of some tags, and to exact names', async () => {
    await create({ name: 'a', tags: ['x', 'y'] });
    await create({ name: 'b', tags: ['z'] });
    await create({ name: 'ab', tags: ['Shop, Berlin'] });
    expect(await list('?tag=x')).toEqual([['a'], '0-0/1']);
    expect(await list('?tag=x&tag=z&limit=1')).toEqual([['b'], '0-0/2']);
    expect(await list('?tag=x&tag=z&limit=1&page=3')).toEqual([[], '*/2']);
    // Commas are part of free texts.
    expect(await list('?tag=Shop,%20Berlin')).toEqual([['ab'], '0-0/1']);
    expect(await list('?tag=x,z')).toEqual([[], '*/0']);
    expect(await list('?name=a')).toEqual([['a'], '0-0/1']);
    expect(await list('?name=a&name=ab')).toEqual([['ab', 'a'], '0-1/2']);
    expect(await list('?name=A')).toEqual([[], '*/0']);
    expect(await list('?name=a&tag=z')).toEqual([[], '*/0']);
  });
});
