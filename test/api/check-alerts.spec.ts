import { newId } from '#persistence';
import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { storeAlerts } from './stored-alerts.js';
import { storeCheck } from './stored-results.js';

const PATH = '/v1/check-alerts';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let api: TestApi;
let account: TestAccount;
let checkId: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  checkId = await storeCheck(api, account.id);
});

const list = async (path: string) => (await account.client.get<{ id: string }[]>(path)).expect(200);
const ids = async (path: string) => (await list(path)).body.map(({ id }) => id);
const refused = async (path: string) => (await account.client.get<ErrorBody>(path)).expect(400).body.message;

describe('the lists of alerts', () => {
  it('show an alert as the specification says', async () => {
    const createdAt = new Date(Date.now() - MINUTE);
    const [id] = await storeAlerts(api, account.id, checkId, [{ createdAt }]);
    const alert = {
      id,
      name: 'Home page',
      checkId,
      alertType: 'ALERT_FAILURE',
      checkType: 'URL',
      runLocation: 'here',
      responseTime: 12.5,
      error: 'It failed',
      statusCode: null,
      created_at: createdAt.toISOString(),
      startedAt: createdAt.toISOString(),
    };
    expect((await list(PATH)).body).toEqual([alert]);
    expect((await list(`${PATH}/${checkId}`)).body).toEqual([alert]);
  });

  it('are of all checks or of one, newest first, in pages that tell the whole', async () => {
    const other = await storeCheck(api, account.id);
    const ago = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * MINUTE) });
    const [first, second, third] = await storeAlerts(api, account.id, checkId, [ago(1), ago(3), ago(5)]);
    const [between] = await storeAlerts(api, account.id, other, [ago(2)]);
    expect(await ids(PATH)).toEqual([first, between, second, third]);
    expect(await ids(`${PATH}/${checkId}`)).toEqual([first, second, third]);
    const page = await list(`${PATH}/${checkId}?limit=2&page=2`);
    expect([page.body.map(({ id }) => id), page.headers.get('content-range')]).toEqual([[third], '2-2/3']);
    expect((await list(`${PATH}?limit=3`)).headers.get('link')).toContain('page=2');
  });

  it('cover six hours: the last ones, or those after or before a time', async () => {
    const base = Date.now() - 24 * HOUR;
    const at = (hours: number) => ({ createdAt: new Date(base + hours * HOUR) });
    const [a, b, c, recent] = await storeAlerts(api, account.id, checkId, [at(0), at(3), at(6), at(23)]);
    const time = (hours: number) => Math.round(base + hours * HOUR);
    for (const path of [PATH, `${PATH}/${checkId}`]) {
      expect(await ids(path)).toEqual([recent]);
      expect(await ids(`${path}?from=${time(0)}`)).toEqual([b, a]);
      expect(await ids(`${path}?to=${time(6)}`)).toEqual([b, a]);
      expect(await ids(`${path}?from=${time(1)}&to=${time(7)}`)).toEqual([c, b]);
      expect(await ids(`${path}?from=${new Date(time(3)).toISOString()}&to=${time(6)}`)).toEqual([b]);
      expect(await refused(`${path}?from=${time(0)}&to=${time(6) + 1}`)).toContain('6 hours');
      expect(await refused(`${path}?from=${time(2)}&to=${time(1)}`)).toContain('before');
    }
  });

  it('of an unknown check is a 404, of one without alerts is empty', async () => {
    (await account.client.get(`${PATH}/${newId()}`)).expect(404);
    (await account.client.get(`${PATH}/x`)).expect(404);
    const empty = await list(`${PATH}/${checkId}`);
    expect([empty.body, empty.headers.get('content-range')]).toEqual([[], '*/0']);
  });

  it('may be read with any role', async () => {
    (await (await account.clientOf('READ_ONLY')).get(PATH)).expect(200);
  });
});
