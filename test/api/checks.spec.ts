import { startApi, urlCheckBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';

interface CheckBody {
  id: string;
  name: string;
  [field: string]: unknown;
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async (values: { request?: object; [field: string]: unknown } = {}) =>
  (await account.client.post<CheckBody>('/v1/checks/url', urlCheckBody(values))).expect(201).body;
const location = (slugName: string) =>
  account.client.post('/v1/private-locations', { name: slugName, slugName }).then((answer) => answer.expect(201));

describe('POST /v1/checks/url', () => {
  it('applies the defaults of the reference', async () => {
    const body = { name: 'Minimal', request: { url: 'https://pharos.test/' } };
    const check = (await account.client.post<CheckBody>('/v1/checks/url', body)).expect(201).body;
    expect(check).toMatchObject({
      checkType: 'URL',
      description: null,
      activated: true,
      muted: false,
      doubleCheck: true,
      shouldFail: false,
      runParallel: false,
      locations: [],
      privateLocations: [],
      tags: [],
      useGlobalAlertSettings: true,
      groupId: null,
      groupOrder: null,
      runtimeId: null,
      retryStrategy: null,
      triggerIncident: null,
      alertChannelSubscriptions: [],
      alertChannels: null,
      frequency: 10,
      degradedResponseTime: 3000,
      maxResponseTime: 5000,
      updated_at: null,
      request: {
        method: 'GET',
        url: 'https://pharos.test/',
        followRedirects: true,
        skipSSL: false,
        ipFamily: 'IPv4',
        assertions: [],
      },
      alertSettings: {
        escalationType: 'RUN_BASED',
        runBasedEscalation: { failedRunThreshold: 1 },
        reminders: { amount: 0, interval: 5 },
      },
    });
    expect(check['frequencyOffset']).toBeGreaterThanOrEqual(1);
    expect(check['frequencyOffset']).toBeLessThanOrEqual(600);
  });

  it('a single retry has neither number nor duration', async () => {
    const sent = { type: 'SINGLE_RETRY', baseBackoffSeconds: 5, maxRetries: 3, maxDurationSeconds: 60 };
    const shown = { type: 'SINGLE_RETRY', baseBackoffSeconds: 5, sameRegion: true, onlyOn: [] };
    const { id, retryStrategy } = await create({ retryStrategy: sent });
    expect(retryStrategy).toEqual(shown);
    const changed = await account.client.put<CheckBody>(`/v1/checks/url/${id}`, { retryStrategy: sent });
    expect(changed.expect(200).body['retryStrategy']).toEqual(shown);
    const groups = await account.client.post<CheckBody>('/v2/check-groups', { name: 'Shop', retryStrategy: sent });
    const group = groups.expect(201).body;
    expect(group['retryStrategy']).toEqual(shown);
    const other = await account.client.put<CheckBody>(`/v2/check-groups/${group.id}`, {
      name: 'x',
      retryStrategy: sent,
    });
    expect(other.expect(200).body['retryStrategy']).toEqual(shown);
  });

  it('runs in the private location "default" where no location is named and there is one', async () => {
    await location('default');
    expect((await create())['privateLocations']).toEqual(['default']);
    expect((await create({ privateLocations: [] }))['privateLocations']).toEqual([]);
    expect((await create({ locations: ['eu-west-1'] }))['privateLocations']).toEqual([]);
  });

  it('keeps what clients add to assertions, and gives it back', async () => {
    const assertion = {
      source: 'STATUS_CODE',
      comparison: 'LESS_THAN',
      target: '300',
      property: '',
      regex: null,
      order: 0,
      edit: false,
    };
    const { id } = await create({ request: { assertions: [assertion] } });
    const read = (await account.client.get<{ request: { assertions: unknown[] } }>(`/v1/checks/${id}`)).expect(
      200,
    ).body;
    expect(read.request.assertions).toEqual([assertion]);
  });

  it.each([
    [{ frequency: 7 }, '"frequency" must be one of [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440]'],
    [{ frequency: 0 }, '"frequencyOffset" is required when "frequency" is 0'],
    [{ frequency: 0, frequencyOffset: 15 }, '"frequencyOffset" must be one of [10, 20, 30]'],
    [{ degradedResponseTime: 30_001 }, '"degradedResponseTime" must be a number from 0 to 30000'],
    [{ description: 'x'.repeat(501) }, '"description" must have at most 500 characters'],
    [{ privateLocations: ['nowhere'] }, '"privateLocations" names a location that the account does not have'],
    [{ locations: ['mars-1'] }, '"locations" item 1 must be one of [us-east-1'],
    [{ groupId: 4 }, '"groupId" names a check group that the account does not have'],
    [{ activated: null }, '"activated" must be true or false'],
    [{ request: { url: 'ftp://pharos.test' } }, '"request.url" must be an http or https URL'],
    [{ request: { method: 'POST' } }, '"request.method" must be one of [GET]'],
    [
      { request: { assertions: [{ source: 'JSON_BODY', comparison: 'EQUALS' }] } },
      '"request.assertions[0].source" must be one of [STATUS_CODE]',
    ],
    [
      { request: { assertions: [{ source: 'STATUS_CODE', comparison: 'CONTAINS' }] } },
      '"request.assertions[0].comparison" must be one of',
    ],
    [
      { retryStrategy: { type: 'FIXED', maxRetries: 11 } },
      '"retryStrategy.maxRetries" must be a whole number from 1 to 10',
    ],
    [{ alertSettings: { reminders: { amount: 7 } } }, '"alertSettings.reminders.amount" must be one of'],
    [{ nonsense: 1 }, '"nonsense" is not allowed'],
  ])('refuses %j', async (values, message) => {
    const answer = await account.client.post<ErrorBody>('/v1/checks/url', urlCheckBody(values));
    expect(answer.expect(400).body.message).toContain(message);
    expect((await account.client.get<unknown[]>('/v1/checks')).body).toEqual([]);
  });
});

describe('PUT', () => {
  it.each(['/v1/checks/url/', '/v1/checks/'])('%s{id} changes what is sent and leaves the rest', async (path) => {
    const before = await create({ tags: ['a'], frequency: 60 });
    const after = (await account.client.put<CheckBody>(path + before.id, { name: 'Renamed', tags: [] })).expect(
      200,
    ).body;
    expect(after).toEqual({ ...before, name: 'Renamed', tags: [], updated_at: expect.any(String) });
    expect((await account.client.get(`/v1/checks/${before.id}`)).body).toEqual(after);
  });

  it('takes back what was read', async () => {
    const before = await create();
    const read = (await account.client.get<CheckBody>(`/v1/checks/${before.id}`)).body;
    const after = (await account.client.put<CheckBody>(`/v1/checks/url/${before.id}`, read)).expect(200).body;
    expect(after).toEqual({ ...before, updated_at: expect.any(String) });
  });

  it('refuses null where the contract has none, and changes nothing', async () => {
    const before = await create();
    (await account.client.put(`/v1/checks/url/${before.id}`, { name: null, frequency: 5 })).expect(400);
    expect((await account.client.get(`/v1/checks/${before.id}`)).body).toEqual(before);
  });
});

describe('GET /v1/checks', () => {
  const names = async (query: string) =>
    (await account.client.get<CheckBody[]>(`/v1/checks${query}`)).expect(200).body.map(({ name }) => name);

  it('lists the newest first, in pages with their total', async () => {
    for (const name of ['one', 'two', 'three']) await create({ name });
    const page = (await account.client.get<CheckBody[]>('/v1/checks?limit=2')).expect(200);
    expect(page.body.map(({ name }) => name)).toEqual(['three', 'two']);
    expect(page.headers.get('content-range')).toBe('0-1/3');
    expect(page.headers.get('link')).toContain('page=2>; rel="next"');
    expect(await names('?limit=2&page=2')).toEqual(['one']);
    expect((await account.client.get('/v1/checks?page=9')).headers.get('content-range')).toBe('*/3');
  });

  it('filters by type, tag, name and status', async () => {
    await create({ name: 'Home page', tags: ['web', 'prod'] });
    const { id } = await create({ name: 'Shop', tags: ['shop'] });
    expect(await names('?checkType=URL')).toHaveLength(2);
    expect(await names('?checkType=API')).toEqual([]);
    expect(await names('?tag=web&tag=none')).toEqual(['Home page']);
    expect(await names('?search=HOME')).toEqual(['Home page']);
    expect(await names('?search=%25')).toEqual([]);
    expect(await names('?apiCheckUrlFilterPattern=pharos')).toEqual([]);
    await api.sql(
      `INSERT INTO check_statuses (account_id, check_id, has_failures, has_errors, is_degraded) VALUES ($1, $2, true, false, true)`,
      [account.id, id],
    );
    expect(await names('?status=failing')).toEqual(['Shop']);
    expect(await names('?status=degraded')).toEqual([]);
    expect(await names('?status=passing')).toEqual([]);
  });
});

describe('DELETE /v1/checks/{id}', () => {
  it('deletes the check once', async () => {
    const { id } = await create();
    (await account.client.del(`/v1/checks/${id}`)).expect(204);
    (await account.client.del(`/v1/checks/${id}`)).expect(404);
    (await account.client.get(`/v1/checks/${id}`)).expect(404);
  });
});

it('a location in use cannot be deleted', async () => {
  const { id } = (await location('busy')).body as { id: string };
  const check = await create({ privateLocations: ['busy'] });
  (await account.client.del(`/v1/private-locations/${id}`)).expect(409);
  await account.client.put(`/v1/checks/url/${check.id}`, { privateLocations: [] });
  (await account.client.del(`/v1/private-locations/${id}`)).expect(204);
});

it('roles: reading needs READ_ONLY, changing READ_WRITE', async () => {
  const { id } = await create();
  const reader = await account.clientOf('READ_RUN');
  (await reader.get(`/v1/checks/${id}`)).expect(200);
  (await reader.post('/v1/checks/url', urlCheckBody())).expect(403);
  (await reader.put(`/v1/checks/url/${id}`, {})).expect(403);
  (await reader.del(`/v1/checks/${id}`)).expect(403);
});
