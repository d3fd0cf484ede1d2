import { AccountsService, ApiKeysService } from '#api';
import { DEFAULT_ALERT_SETTINGS, type AccountId, type Role } from '#domain';
import { startApi, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';

type AccountBody = { id: string; name: string };

let api: TestApi;
let accounts: AccountsService;
let keys: ApiKeysService;
let own: AccountId;
let other: AccountId;

beforeAll(async () => {
  api = await startApi();
  accounts = api.app.get(AccountsService, { strict: false });
  keys = api.app.get(ApiKeysService, { strict: false });
});
afterAll(() => api.close());
beforeEach(async () => {
  own = (await accounts.create({ name: 'Own' })).id;
  other = (await accounts.create({ name: 'Other' })).id;
});

const serviceClient = async (account: AccountId, role: Role = 'READ_ONLY', expiresAt: Date | null = null) =>
  api.anonymous.as((await keys.issueServiceKey(account, role, 'test', expiresAt)).apiKey);

const userKey = () =>
  keys.issueUserKey(
    [
      { accountId: own, role: 'ADMIN' },
      { accountId: other, role: 'READ_ONLY' },
    ],
    'test',
  );

const idsOf = (body: AccountBody[]) => body.map(({ id }) => id).toSorted();

describe('accounts', () => {
  it('have a key for all of them, or for none', async () => {
    const missing = randomUUID() as AccountId;
    const roles = [own, missing].map((accountId) => ({ accountId, role: 'ADMIN' as const }));
    await expect(keys.issueUserKey(roles, 'test')).rejects.toMatchObject({ kind: 'not-found' });
    expect(await keys.list(own)).toEqual([]);
  });

  it('shows the current account with every field of spec 2.8', async () => {
    const { body } = (await (await serviceClient(own)).get('/v1/accounts/me')).expect(200);
    expect(body).toEqual({
      id: own,
      name: 'Own',
      runtimeId: '2026.04',
      plan: 'SELF_HOSTED',
      planDisplayName: 'Self-hosted',
      addons: {
        communicate: { tier: 'team', tierDisplayName: 'Team' },
        resolve: { tier: 'team', tierDisplayName: 'Team' },
      },
      settings: {},
      alertSettings: DEFAULT_ALERT_SETTINGS,
    });
  });

  it('shows a service key its one account', async () => {
    const client = await serviceClient(own);
    const { body } = (await client.get<AccountBody[]>('/v1/accounts')).expect(200);
    expect(body).toEqual([(await client.get('/v1/accounts/me')).body]);
  });

  it('shows a user key all accounts it opens, and each by its id', async () => {
    const { apiKey } = await userKey();
    const client = api.anonymous.as(apiKey, own);
    expect(idsOf((await client.get<AccountBody[]>('/v1/accounts')).expect(200).body)).toEqual([own, other].toSorted());
    const { body } = (await client.get<AccountBody>(`/v1/accounts/${other}`)).expect(200);
    expect(body).toMatchObject({ id: other, name: 'Other' });
    expect((await client.get('/v1/accounts/me')).body).toMatchObject({ id: own });
  });

  it('stops showing an account in which the user key is revoked', async () => {
    const { apiKey, keyId } = await userKey();
    await keys.revoke(other, keyId);
    const client = api.anonymous.as(apiKey, own);
    expect(idsOf((await client.get<AccountBody[]>('/v1/accounts')).expect(200).body)).toEqual([own]);
    (await client.get(`/v1/accounts/${other}`)).expect(404);
  });

  it('does not show accounts that merely exist', async () => {
    const client = await serviceClient(own, 'ADMIN');
    (await client.get(`/v1/accounts/${other}`)).expect(404);
    (await client.get(`/v1/accounts/${randomUUID()}`)).expect(404);
    (await client.get(`/v1/accounts/${own.toUpperCase()}`)).expect(200);
  });

  it.each(['not-an-id', '123', 'me2', `${randomUUID()}0`])('answers 404 for the malformed id %s', async (id) => {
    const { body } = (await (await serviceClient(own)).get(`/v1/accounts/${id}`)).expect(404);
    expect(body).toMatchObject({ statusCode: 404, error: 'Not Found', message: 'Not Found' });
  });

  it('needs a key', async () => {
    for (const path of ['/v1/accounts', '/v1/accounts/me', `/v1/accounts/${own}`])
      (await api.anonymous.get(path)).expect(401);
  });

  it('refuses a second account with the same id', async () => {
    await expect(accounts.create({ id: own, name: 'Again' })).rejects.toMatchObject({ kind: 'conflict' });
  });
});
