import { LOCATIONS, RUNTIME_IDS } from '#domain';
import { startApi, type TestApi } from '#testing';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

it('the public locations are read without a key', async () => {
  const { body } = (await api.anonymous.get<{ region: string; name: string }[]>('/v1/locations')).expect(200);
  expect(body.map(({ region }) => region)).toEqual(LOCATIONS);
  expect(body).toContainEqual({ region: 'eu-central-1', name: 'Frankfurt' });
});

it('the runtimes are read without a key, all and one', async () => {
  const { body } = (await api.anonymous.get<{ name: string }[]>('/v1/runtimes')).expect(200);
  expect(body.map(({ name }) => name)).toEqual(RUNTIME_IDS);
  for (const runtime of body)
    expect((await api.anonymous.get(`/v1/runtimes/${runtime.name}`)).expect(200).body).toEqual(runtime);
  expect(body[0]).toEqual({ name: '2026.04', multiStepSupport: true, nodeJsVersion: '24.13.1', dependencies: {} });
  for (const id of ['2020.01', 'constructor', '%00', 'x'.repeat(2_000)])
    (await api.anonymous.get(`/v1/runtimes/${id}`)).expect(404);
});

describe('entitlements', () => {
  it('say that the account has everything, under both paths', async () => {
    const account = await api.account();
    const { body } = (await account.client.get('/v1/accounts/me/entitlements')).expect(200);
    expect(body).toMatchObject({
      plan: 'SELF_HOSTED',
      planDisplayName: 'Self-hosted',
      addons: { communicate: { tier: 'team' }, resolve: { tier: 'team' } },
      entitlements: [{ key: 'PRIVATE_LOCATIONS', type: 'flag', enabled: true }],
    });
    expect((body['locations'] as { all: unknown[] }).all).toHaveLength(LOCATIONS.length);
    expect((await account.client.get(`/v1/accounts/${account.id}/entitlements`)).expect(200).body).toEqual(body);
  });

  it('of other accounts are not found', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    (await mine.client.get(`/v1/accounts/${theirs.id}/entitlements`)).expect(404);
  });
});
