import {
  apiCheckBody,
  multiStepCheckBody,
  startApi,
  urlCheckBody,
  type ErrorBody,
  type TestAccount,
  type TestApi,
} from '#testing';

interface CheckBody {
  id: string;
  checkType: string;
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

const post = async (path: string, body: object) =>
  (await account.client.post<CheckBody>(`/v1/checks${path}`, body)).expect(201).body;
const get = async (id: string, query = '') =>
  (await account.client.get<CheckBody>(`/v1/checks/${id}${query}`)).expect(200).body;

const TYPES = [
  ['URL', '/url', urlCheckBody],
  ['API', '/api', apiCheckBody],
  ['MULTI_STEP', '/multistep', multiStepCheckBody],
] as const;

describe.each(TYPES)('%s checks', (checkType, path, body) => {
  const sent = () => body({ activated: false, tags: ['a'], description: 'What it is for' });

  it('are read as they were sent, and can be sent back', async () => {
    const values = sent();
    const created = await post(path, values);
    expect(created).toMatchObject({ checkType, ...values, updated_at: null });
    const { dependencies: _, ...read } = created;
    expect(await get(created.id)).toEqual(read);
    const back = (await account.client.put<CheckBody>(`/v1/checks${path}/${created.id}`, read)).expect(200).body;
    expect(back).toEqual({ ...created, updated_at: expect.any(String) });
    expect(await get(created.id, '?includeDependencies=true')).toEqual(back);
  });

  it('are made by the deprecated route from their type', async () => {
    const created = await post('', { ...sent(), checkType });
    expect(created.checkType).toBe(checkType);
    const renamed = (await account.client.put<CheckBody>(`/v1/checks/${created.id}`, { name: 'Other' })).expect(200);
    expect(renamed.body).toEqual({ ...created, name: 'Other', updated_at: expect.any(String) });
  });

  it('are not found among those of another type, whose route changes nothing', async () => {
    const { id } = await post(path, sent());
    const before = await get(id);
    for (const [, other] of TYPES.filter(([type]) => type !== checkType)) {
      (await account.client.put(`/v1/checks${other}/${id}`, { name: 'Other' })).expect(404);
    }
    (await account.client.put(`/v1/checks/${id}`, { checkType: 'ICMP' })).expect(400);
    expect(await get(id)).toEqual(before);
  });
});

describe('POST /v1/checks', () => {
  it('takes a body without type for an API check', async () => {
    expect((await post('', apiCheckBody())).checkType).toBe('API');
  });

  it.each(['AGENTIC', 'constructor', null, 1, ['URL']])('refuses the type %j', async (checkType) => {
    const answer = await account.client.post<ErrorBody>('/v1/checks', { ...urlCheckBody(), checkType });
    expect(answer.expect(400).body.message).toContain('"checkType" must be one of [');
  });

  it.each([[], 'text', null])('refuses the body %j', async (body) => {
    (
      await account.client.post('/v1/checks', undefined, {
        raw: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    ).expect(400);
  });
});

it('one list has all types, each in its own form', async () => {
  const created = [];
  for (const [, path, body] of TYPES) created.push(await post(path, body()));
  const { body } = (await account.client.get<CheckBody[]>('/v1/checks')).expect(200);
  expect(body).toEqual(created.toReversed().map(({ dependencies: _, ...check }) => check));
  expect(body.map((check) => 'request' in check)).toEqual([false, true, true]);
});

it('what looks like the seams of an answer is given back as it is', async () => {
  const name = '"~members":{"x":1},"~end":null,';
  const assertion = { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: name, regex: null };
  const odd = { ...assertion, '~members': { a: {} }, '~end': null };
  const created = await post('/api', apiCheckBody({ name, request: { body: name, assertions: [odd] } }));
  expect(created).toMatchObject({ name, request: { body: name, assertions: [odd] } });
  expect((await account.client.get('/v1/checks')).body).toEqual([await get(created.id)]);
  expect(await get(created.id)).toEqual(created);
});

describe('API checks', () => {
  it('have the defaults of the reference', async () => {
    const body = { name: 'Minimal', request: { url: 'https://pharos.test/' } };
    expect(await post('/api', body)).toMatchObject({
      frequency: 10,
      doubleCheck: true,
      degradedResponseTime: 5000,
      maxResponseTime: 20_000,
      setupSnippetId: null,
      tearDownSnippetId: null,
      localSetupScript: null,
      localTearDownScript: null,
      environmentVariables: [],
      request: {
        method: 'GET',
        url: 'https://pharos.test/',
        followRedirects: true,
        skipSSL: false,
        ipFamily: 'IPv4',
        body: '',
        bodyType: 'NONE',
        headers: [],
        queryParameters: [],
        assertions: [],
        basicAuth: null,
      },
    });
  });

  it('keep everything a request can have', async () => {
    const request = {
      method: 'PATCH',
      url: '{{BASE_URL}}/v1/{{{PATH}}}?a=1',
      followRedirects: false,
      skipSSL: true,
      ipFamily: 'IPv6',
      body: '{"a":"{{$UUID}}"}',
      bodyType: 'GRAPHQL',
      headers: [{ key: 'X-Trace', value: 'a', locked: true }],
      queryParameters: [{ key: 'q', value: '', locked: false }],
      assertions: [
        { source: 'JSON_BODY', property: '$.a', comparison: 'NOT_NULL', target: '', regex: null },
        { source: 'HEADERS', property: 'etag', comparison: 'CONTAINS', target: 'x', regex: '"(.*)"', order: 1 },
      ],
      basicAuth: { username: 'ada', password: '{{PASSWORD}}' },
    };
    const created = await post('/api', apiCheckBody({ request, localSetupScript: 'request.method = "PUT";' }));
    expect(created['request']).toEqual(request);
    expect(await get(created.id)).toEqual(created);
    const put = await account.client.put<CheckBody>(`/v1/checks/api/${created.id}`, { localSetupScript: null });
    expect(put.expect(200).body).toMatchObject({ request, localSetupScript: null });
  });

  it.each([
    'https://pharos.test/{{PATH}}',
    'https://{{HOST}}:{{PORT}}/',
    '{{GROUP_BASE_URL}}/users/{{$RANDOM_NUMBER}}',
    '{{{URL}}}',
    'https://pharos.test/?at={{moment "2 days ago" "YYYY-MM-DD"}}',
  ])('may request %s', async (url) => {
    expect(await post('/api', apiCheckBody({ request: { url } }))).toMatchObject({ request: { url } });
  });

  it.each([
    [{ request: { url: 'pharos.test' } }, '"request.url" must be an http or https URL'],
    [{ request: { url: 'ftp://{{HOST}}' } }, '"request.url" must be an http or https URL'],
    [{ request: { url: '' } }, '"request.url" must not be empty'],
    [{ request: { url: `https://pharos.test/${'x'.repeat(2_029)}` } }, '"request.url" must have at most 2048'],
    [{ request: { method: 'TRACE' } }, '"request.method" must be one of [GET, POST, PUT, HEAD, DELETE, PATCH]'],
    [{ request: { bodyType: 'XML' } }, '"request.bodyType" must be one of'],
    [{ request: { headers: [{ value: 'x' }] } }, '"request.headers[0].key" is required'],
    [{ request: { basicAuth: { username: 'ada', token: 'x' } } }, '"request.basicAuth.token" is not allowed'],
    [{ request: { assertions: [{ source: 'LATENCY', comparison: 'EQUALS' }] } }, '"request.assertions[0].source"'],
    [{ degradedResponseTime: 30_001 }, '"degradedResponseTime" must be a number from 0 to 30000'],
    [{ maxResponseTime: -1 }, '"maxResponseTime" must be a number from 0 to 30000'],
    [{ frequency: 0 }, '"frequencyOffset" is required when "frequency" is 0'],
    [{ setupSnippetId: 7 }, '"setupSnippetId" names a snippet that the account does not have'],
    [{ tearDownSnippetId: 7 }, '"tearDownSnippetId" names a snippet that the account does not have'],
    [{ script: 'x' }, '"script" is not allowed'],
    [{ environmentVariables: [{ key: 'A' }] }, '"environmentVariables[0].value" is required'],
    [{ environmentVariables: [{ key: 'A B', value: '' }] }, '"environmentVariables[0].key" must not contain spaces'],
    [
      { environmentVariables: Array.from({ length: 101 }, (_, n) => ({ key: `V${n}`, value: '' })) },
      '"environmentVariables" must have at most 100 items',
    ],
    [{ environmentVariables: [1, 2].map((value) => ({ key: 'A', value: `${value}` })) }, 'must not name a key twice'],
  ])('refuse %j', async (values, message) => {
    const answer = await account.client.post<ErrorBody>('/v1/checks/api', apiCheckBody(values));
    expect(answer.expect(400).body.message).toContain(message);
    expect((await account.client.get<unknown[]>('/v1/checks')).body).toEqual([]);
  });
});

describe('multi-step checks', () => {
  it('have the defaults of the reference', async () => {
    const check = await post('/multistep', { name: 'Minimal', script: 'test();' });
    expect(check).toMatchObject({
      frequency: 10,
      doubleCheck: true,
      script: 'test();',
      scriptPath: null,
      dependencies: [],
      environmentVariables: [],
      retryStrategy: null,
    });
    for (const absent of ['request', 'maxResponseTime', 'setupSnippetId']) expect(check).not.toHaveProperty(absent);
  });

  it('show their dependencies where they are asked for, and keep them', async () => {
    const dependencies = [{ path: 'pages/login.ts', content: 'export {};' }];
    const { id } = await post('/multistep', multiStepCheckBody({ dependencies, scriptPath: 'a.spec.ts' }));
    expect(await get(id)).not.toHaveProperty('dependencies');
    const put = await account.client.put<CheckBody>(`/v1/checks/multistep/${id}`, { name: 'Other' });
    expect(put.expect(200).body).toMatchObject({ dependencies });
    expect(await get(id, '?includeDependencies=true')).toMatchObject({ name: 'Other', dependencies });
    (await account.client.put(`/v1/checks/${id}`, { dependencies: [] })).expect(200);
    expect(await get(id, '?includeDependencies=true')).toMatchObject({ dependencies: [] });
  });

  it.each([
    [{ script: undefined }, '"script" is required'],
    [{ script: null }, '"script" must be a string'],
    [{ script: 'x'.repeat(500_001) }, '"script" must have at most 500000 characters'],
    [{ frequency: 0, frequencyOffset: 10 }, '"frequency" must be one of [1, 2, 5,'],
    [{ runtimeId: '2022.10' }, '"runtimeId" must be one of [2026.04, 2025.04, 2024.09, 2024.02, 2023.09]'],
    [{ dependencies: [{ path: 'a' }] }, '"dependencies[0].content" is required'],
    [{ request: {} }, '"request" is not allowed'],
  ])('refuse %j', async (values, message) => {
    const answer = await account.client.post<ErrorBody>('/v1/checks/multistep', multiStepCheckBody(values));
    expect(answer.expect(400).body.message).toContain(message);
  });
});

/** Decision 18. */
it('checks of types that no agent can run are not scheduled, and have no session', async () => {
  await account.client.post('/v1/private-locations', { name: 'Default', slugName: 'default' });
  const ids = [(await post('/multistep', multiStepCheckBody())).id];
  const schedules = await api.sql('SELECT active FROM check_schedules WHERE check_id = ANY ($1)', [ids]);
  expect(schedules).toEqual([{ active: false }]);
  const trigger = await account.client.post<ErrorBody>('/v1/check-sessions/trigger', { target: { checkId: ids } });
  expect(trigger.status).toBeGreaterThanOrEqual(400);
  expect(await api.sql('SELECT FROM check_sessions WHERE check_id = ANY ($1)', [ids])).toEqual([]);
});

describe("a check's own variables", () => {
  const variables = [
    { key: 'PLAIN', value: 'a', locked: false, secret: false },
    { key: 'LOCKED', value: 'b', locked: true, secret: false },
    { key: 'TOKEN', value: 's3cret-value', locked: false, secret: true },
  ];
  const shown = variables.map((variable) => (variable.secret ? { ...variable, value: '' } : variable));
  const columns = (id: string) =>
    api.sql<{ row: string; sealed_variables: object }>(
      'SELECT c::text AS row, sealed_variables FROM checks c WHERE id = $1',
      [id],
    );

  it('are read again, but for the values of secret ones, which are sealed at rest', async () => {
    const created = await post('/api', apiCheckBody({ environmentVariables: variables }));
    expect(created['environmentVariables']).toEqual(shown);
    const [stored] = await columns(created.id);
    expect(stored!.row).not.toContain('s3cret-value');
    expect(Object.keys(stored!.sealed_variables)).toEqual(['TOKEN']);
  });

  it('keep the value of a secret that is sent as it was read', async () => {
    const { id } = await post('/multistep', multiStepCheckBody({ environmentVariables: variables }));
    const [before] = await columns(id);
    const change = async (values: object) =>
      (await account.client.put<CheckBody>(`/v1/checks/multistep/${id}`, values)).expect(200);
    await change({ name: 'Other' });
    await change({ environmentVariables: shown });
    expect((await columns(id))[0]!.sealed_variables).toEqual(before!.sealed_variables);
    await change({ environmentVariables: [{ ...variables[2], value: 'another' }] });
    expect((await columns(id))[0]!.sealed_variables).not.toEqual(before!.sealed_variables);
    await change({ environmentVariables: [] });
    expect((await columns(id))[0]!.sealed_variables).toEqual({});
  });

  it('cannot turn a secret into a readable one', async () => {
    const { id } = await post('/api', apiCheckBody({ environmentVariables: variables }));
    const open = [{ ...variables[2], value: 'x', secret: false }];
    (await account.client.put(`/v1/checks/api/${id}`, { environmentVariables: open })).expect(400);
    expect((await get(id))['environmentVariables']).toEqual(shown);
  });

  it('show locked values, headers and parameters to keys that may write only', async () => {
    const headers = [
      { key: 'Accept', value: 'text/html', locked: false },
      { key: 'X-Key', value: 'k', locked: true },
    ];
    const created = await post('/api', apiCheckBody({ environmentVariables: variables, request: { headers } }));
    const hidden = {
      ...created,
      environmentVariables: shown.map((each) => (each.locked ? { ...each, value: '' } : each)),
      request: { ...(created['request'] as object), headers: [headers[0], { ...headers[1], value: '' }] },
    };
    for (const [role, seen] of [
      ['READ_ONLY', hidden],
      ['READ_RUN', hidden],
      ['READ_WRITE', created],
    ] as const) {
      const client = await account.clientOf(role);
      expect((await client.get(`/v1/checks/${created.id}`)).expect(200).body).toEqual(seen);
      expect((await client.get('/v1/checks')).expect(200).body).toEqual([seen]);
      expect((await client.get('/v1/checks?checkType=API')).expect(200).body).toEqual([seen]);
    }
  });
});
