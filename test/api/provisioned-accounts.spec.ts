import { ApiKeysService, Provisioning } from '#api';
import { createTestDatabase, startApi, testConfig, type TestApi, type TestDatabase } from '#testing';
import { randomUUID } from 'node:crypto';

let database: TestDatabase;
let provisioning: Provisioning;

beforeEach(async () => {
  database = await createTestDatabase();
  provisioning = await Provisioning.open(testConfig(database.url));
});
afterEach(async () => {
  await provisioning.close();
  await database.drop();
});

async function withApi(use: (api: TestApi) => Promise<void>): Promise<void> {
  const api = await startApi({ databaseUrl: database.url });
  try {
    await use(api);
  } finally {
    await api.close();
  }
}

describe('provisioning', () => {
  it('makes accounts', async () => {
    const id = randomUUID();
    expect(await provisioning.createAccount({ id, name: 'One' })).toEqual({ accountId: id, name: 'One' });
    const { accountId } = await provisioning.createAccount({ name: 'Two' });
    expect(await provisioning.listAccounts()).toEqual([
      { accountId, name: 'Two' },
      { accountId: id, name: 'One' },
    ]);
    await expect(provisioning.createAccount({ id, name: 'Again' })).rejects.toThrow('exists already');
    await expect(provisioning.createAccount({ id: 'x', name: 'Bad' })).rejects.toThrow('uuid');
  });

  it('makes an account with its first key, or neither', async () => {
    const { accountId, apiKey } = await provisioning.createAccountWithKey({ name: 'One' });
    await withApi(async ({ anonymous }) => {
      expect((await anonymous.as(apiKey).get('/v1/accounts/me')).expect(200).body).toMatchObject({ id: accountId });
    });
    const broken = jest.spyOn(ApiKeysService.prototype, 'issueServiceKey').mockRejectedValueOnce(new Error('cut off'));
    await expect(provisioning.createAccountWithKey({ name: 'Two' })).rejects.toThrow('cut off');
    expect(broken).toHaveBeenCalledTimes(1);
    broken.mockRestore();
    expect(await provisioning.listAccounts()).toEqual([{ accountId, name: 'One' }]);
  });

  it('makes, lists and revokes keys', async () => {
    const one = (await provisioning.createAccount({ name: 'One' })).accountId;
    const two = (await provisioning.createAccount({ name: 'Two' })).accountId;
    const expiresAt = new Date(Date.now() + 60_000);
    const service = await provisioning.createServiceKey({ accountId: one, role: 'READ_RUN', name: 'CI', expiresAt });
    const roles = [
      { accountId: one, role: 'ADMIN' as const },
      { accountId: two, role: 'READ_ONLY' as const },
    ];
    const user = await provisioning.createUserKey({ accounts: roles });
    const shown = { created_at: expect.any(Date), lastUsedAt: null, revokedAt: null };
    expect(await provisioning.listKeys(one)).toEqual([
      {
        id: service.keyId,
        kind: 'service',
        name: 'CI',
        role: 'READ_RUN',
        maskedKey: `...${service.apiKey.slice(-4)}`,
        expiresAt,
        ...shown,
      },
      {
        id: user.keyId,
        kind: 'user',
        name: 'User key',
        role: 'ADMIN',
        maskedKey: `...${user.apiKey.slice(-4)}`,
        expiresAt: null,
        ...shown,
      },
    ]);
    await provisioning.revokeKey(one, service.keyId);
    expect(await provisioning.listKeys(one)).toMatchObject([{ revokedAt: expect.any(Date) }, { revokedAt: null }]);
    await expect(provisioning.revokeKey(one, service.keyId)).rejects.toThrow('Not Found');
    await withApi(async ({ anonymous }) => {
      (await anonymous.as(service.apiKey).get('/v1/accounts/me')).expect(401);
      (await anonymous.as(user.apiKey, two).get('/v1/accounts/me')).expect(200);
    });
  });
});
