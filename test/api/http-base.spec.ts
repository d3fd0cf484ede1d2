import { ApiKeysService } from '#api';
import { parseRaw, rawRequest, startApi, variableBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const PATH = '/v1/variables';
const JSON_TYPE = { 'content-type': 'application/json' };
const WRONG_KEY = `sv_${'x'.repeat(32)}`;

let api: TestApi;
let account: TestAccount;
let logs = '';

beforeAll(async () => {
  const logTo = { write: (line: string) => void (logs += line) };
  api = await startApi({
    config: { accountHeaders: ['x-service-account', 'x-other-account'], logLevel: 'DEBUG' },
    logTo,
  });
  account = await api.account();
});
afterAll(() => api?.close());

const get = (headers: Record<string, string>, path = PATH) => api.anonymous.get<ErrorBody>(path, { headers });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const raw = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  account.client.post<ErrorBody>(PATH, undefined, { raw: body, headers: { ...JSON_TYPE, ...headers } });
const count = async () => (await api.sql<{ n: number }>('SELECT count(*)::int AS n FROM environment_variables'))[0]!.n;

describe('authentication', () => {
  const requestId = expect.any(String) as string;

  it('says what is missing: the key', async () => {
    const { status, headers, body } = await get({});
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body).toEqual({
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Missing authentication',
      attributes: { code: 'UNAUTHORIZED', error: 'Missing authentication', requestId },
    });
  });

  it.each([
    ['another scheme', 'Basic YTpi'],
    ['no key after the scheme', 'Bearer'],
    ['spaces for a key', 'Bearer    '],
    ['a short key', 'Bearer x'],
    ['an unknown service key', `Bearer ${WRONG_KEY}`],
    ['an unknown user key', `Bearer cu_${'x'.repeat(32)}`],
    ['a key without a known prefix', `Bearer ${'x'.repeat(32)}`],
    ['an overlong key', `Bearer sv_${'x'.repeat(5_000)}`],
    ['two keys', `Bearer ${WRONG_KEY} ${WRONG_KEY}`],
  ])('refuses %s', async (_what, authorization) => {
    const { status, headers, body } = await get({ authorization });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body).toEqual({
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Bad token',
      attributes: { code: 'UNAUTHORIZED', error: 'Bad token', requestId },
    });
  });

  it('takes the scheme in any case', async () => {
    expect((await get({ authorization: `bEARER ${account.apiKey}` })).status).toBe(200);
  });

  it('answers the header of another account like a wrong key', async () => {
    const other = await api.account();
    const wrongKey = await get(bearer(WRONG_KEY));
    for (const header of [other.id, randomUUID(), 'nonsense', '']) {
      const { status, body } = await get({ ...bearer(account.apiKey), 'x-service-account': header });
      const { requestId: _mine, ...attributes } = body.attributes;
      const { requestId: _other, ...expected } = wrongKey.body.attributes;
      expect([status, body.message, attributes]).toEqual([401, wrongKey.body.message, expected]);
    }
  });

  it('takes the own account in the header, in any case and under its other names', async () => {
    for (const name of ['x-service-account', 'X-Other-Account'])
      expect((await get({ ...bearer(account.apiKey), [name]: account.id.toUpperCase() })).status).toBe(200);
  });

  it('needs the header for a user key, and gives it the role of that account', async () => {
    const other = await api.account();
    const { apiKey } = await api.app.get(ApiKeysService, { strict: false }).issueUserKey(
      [
        { accountId: account.id, role: 'READ_ONLY' },
        { accountId: other.id, role: 'ADMIN' },
      ],
      'somebody',
    );
    expect((await get(bearer(apiKey))).status).toBe(401);
    expect((await api.anonymous.as(apiKey, account.id).get(PATH)).status).toBe(200);
    expect((await api.anonymous.as(apiKey, account.id).post(PATH, variableBody())).status).toBe(403);
    expect((await api.anonymous.as(apiKey, other.id).post(PATH, variableBody())).status).toBe(201);
    expect((await api.anonymous.as(apiKey, randomUUID()).get(PATH)).status).toBe(401);
  });

  it('refuses what the role may not do', async () => {
    const reader = await account.clientOf('READ_ONLY');
    expect((await reader.get(PATH)).status).toBe(200);
    const { body } = (await reader.post<ErrorBody>(PATH, variableBody())).expect(403);
    expect(body).toMatchObject({ error: 'Forbidden', attributes: { code: 'FORBIDDEN' } });
    (await (await account.clientOf('READ_RUN')).del(`${PATH}/X`)).expect(403);
    (await (await account.clientOf('READ_WRITE')).post(PATH, variableBody())).expect(201);
  });

  it('forgets a revoked key at once, and an expired one', async () => {
    const { apiKey, keyId } = await account.key('READ_ONLY');
    const client = api.anonymous.as(apiKey);
    (await client.get(PATH)).expect(200);
    await api.app.get(ApiKeysService, { strict: false }).revoke(account.id, keyId);
    // By notification, which is not instant: far below the seconds for which a verified key is believed.
    const startedAt = Date.now();
    while ((await client.get(PATH)).status === 200 && Date.now() - startedAt < 1_000);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    const expired = await account.key('READ_ONLY', new Date(Date.now() - 1));
    (await get(bearer(expired.apiKey))).expect(401);
  });

  it('reads no body of whoever may not call', async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n`;
    const answered = (text: string) => text.includes('"attributes"');
    const text = await rawRequest(api.url, `${head}Authorization: Bearer ${WRONG_KEY}\r\n\r\n{"key":`, answered);
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    const wrongBody = await api.anonymous.as(WRONG_KEY).post(PATH, undefined, { raw: '{', headers: JSON_TYPE });
    expect(wrongBody.status).toBe(401);
  });
});

describe('paths and methods', () => {
  it('answers the same 404 to an unknown path and to a wrong method', async () => {
    const unknown = (await api.anonymous.get<ErrorBody>('/v1/nothing')).expect(404).body;
    const { requestId: _, ...attributes } = unknown.attributes;
    expect({ ...unknown, attributes }).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'Not Found',
      attributes: { code: 'NOT_FOUND' },
    });
    for (const [method, path] of [
      ['PATCH', PATH],
      ['DELETE', PATH],
      ['OPTIONS', PATH],
      ['GET', '/'],
      ['POST', '/v1'],
    ] as const) {
      const { body, status } = await account.client.send<ErrorBody>(method, path);
      const { requestId: _id, ...rest } = body.attributes;
      expect([method, status, { ...body, attributes: rest }]).toEqual([method, 404, { ...unknown, attributes }]);
    }
  });

  it('answers HEAD like GET without a body', async () => {
    const { status, body, headers } = await account.client.send('HEAD', PATH);
    expect([status, body]).toEqual([200, undefined]);
    expect(headers.get('content-range')).toMatch(/\/\d+$/);
    expect((await api.anonymous.send('HEAD', PATH)).status).toBe(401);
  });

  it.each(['/v1/variables/%', '/v1/variables/%E0%A4%A', '/v1/variables/%FF'])('answers 400 to %s', async (path) => {
    expect((await account.client.get<ErrorBody>(path)).expect(400).body.attributes.code).toBe('BAD_REQUEST');
  });

  it.each(['/v1/variables/%00', '/v1/variables/a%00b', `/v1/variables/${'x'.repeat(2_000)}`])(
    'answers 404 to %.40s',
    async (path) => {
      (await account.client.get(path)).expect(404);
    },
  );

  it.each(['?limit=1&limit=2', '?limit=%00', '?limit[a]=1', '?page=1e400', '?%00=1', '?__proto__=1', '?limit=%FF'])(
    'answers 400 to the query %s',
    async (query) => void (await account.client.get(PATH + query)).expect(400),
  );
});

describe('raw HTTP', () => {
  it.each([
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`,
      431,
      'Request Header Fields Too Large',
    ],
    ['what is not HTTP', 'nonsense\r\n\r\n', 400, 'Bad Request'],
    ['a bad length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400, 'Bad Request'],
  ])('answers %s in the error shape', async (_what, bytes, statusCode, error) => {
    const { statusLine, head, body } = parseRaw(await rawRequest(api.url, bytes));
    expect(statusLine).toBe(`HTTP/1.1 ${statusCode} ${error}`);
    expect(head).toContain('content-type: application/json');
    expect(body).toMatchObject({ statusCode, error, message: expect.any(String), attributes: {} });
  });
});

describe('bodies', () => {
  it.each<[string, string | Uint8Array, number, Record<string, string>?]>([
    ['invalid JSON', '{"key":', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['a number', '1', 400],
    ['null', 'null', 400],
    ['nothing', '', 400],
    ['NUL in a value', '{"key":"A","value":"\\u0000"}', 400],
    ['NUL in a name', '{"key":"A","value":"x","\\u0000":1}', 400],
    ['half a surrogate pair', '{"key":"A","value":"\\ud800"}', 400],
    ['deep nesting', `{"key":"A","value":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400],
    ['a prototype', '{"key":"A","value":"x","__proto__":{"secret":true}}', 400],
    ['a constructor', '{"key":"A","value":"x","constructor":{"name":1}}', 400],
    ['an unknown property', '{"key":"A","value":"x","other":1}', 400],
    ['a huge body', `{"key":"A","value":"${'x'.repeat(1_000_001)}"}`, 413],
    ['another type', 'key=A&value=x', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no type', new TextEncoder().encode('{}'), 415, { 'content-type': '' }],
    ['an unknown charset', '{}', 415, { 'content-type': 'application/json; charset=klingon' }],
    ['an unknown encoding', '{}', 415, { 'content-encoding': 'zip' }],
    ['a broken encoding', '{}', 400, { 'content-encoding': 'gzip' }],
    ['a gzip bomb', gzipSync(Buffer.alloc(50_000_000, 0x20)), 413, { 'content-encoding': 'gzip' }],
  ])('refuses %s', async (...[, body, status, headers]) => {
    const before = await count();
    const answer = (await raw(body, headers)).expect(status);
    expect(answer.body.message.length).toBeGreaterThan(5);
    expect(answer.body.message).not.toMatch(/position|token|SyntaxError|undefined/i);
    expect(await count()).toBe(before);
  });

  it('reads gzip', async () => {
    const body = variableBody({ value: 'x'.repeat(50_000) });
    const sent = gzipSync(JSON.stringify(body));
    expect((await raw(sent, { 'content-encoding': 'gzip' })).expect(201).body).toMatchObject(body);
  });

  it('names every field that is wrong', async () => {
    const { body } = (await account.client.post<ErrorBody>(PATH, { key: 1, secret: 'x' })).expect(400);
    expect(body.attributes.code).toBe('VALIDATION');
    expect(body.attributes.violations?.map(({ field }) => field).toSorted()).toEqual(['key', 'secret', 'value']);
    expect(body.message).toContain('"key" must be a string');
  });
});

describe('request ids and logs', () => {
  it('gives each request an id, and keeps a good one of the caller', async () => {
    const { headers, body } = await api.anonymous.get<ErrorBody>(PATH);
    expect(headers.get('x-request-id')).toBe(body.attributes.requestId);
    const own = await get({ 'x-request-id': 'my.id-1' });
    expect(own.headers.get('x-request-id')).toBe('my.id-1');
    for (const bad of ['a b', 'x'.repeat(65), '<script>'])
      expect((await get({ 'x-request-id': bad })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('logs requests without keys, values and addresses that may hold tokens', async () => {
    const body = variableBody({ key: 'LOGGED_NAME', value: 'a-very-secret-value', secret: true });
    const { headers } = (await account.client.post(PATH, body)).expect(201);
    (await account.client.get(`${PATH}/LOGGED_NAME?token=in-the-query`)).expect(200);
    (await get(bearer(WRONG_KEY))).expect(401);
    const id = headers.get('x-request-id')!;
    while (!logs.includes(id)) await new Promise(setImmediate);
    const line = JSON.parse(logs.split('\n').find((each) => each.includes(id))!) as object;
    expect(line).toMatchObject({ requestId: id, method: 'POST', status: 201, accountId: account.id });
    for (const secret of ['a-very-secret-value', account.apiKey, WRONG_KEY, 'LOGGED_NAME', 'in-the-query'])
      expect(logs).not.toContain(secret);
  });
});

describe('documentation', () => {
  it('is served with both ways to authorise', async () => {
    const page = await fetch(`${api.url}/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as TestApi['document'];
    expect(document.components?.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'bearer' },
      account: { type: 'apiKey', in: 'header', name: 'x-service-account' },
    });
    expect(document.paths[PATH]?.get?.security).toEqual([{ apiKey: [], account: [] }]);
  });
});
