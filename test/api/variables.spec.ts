import { startApi, variableBody, type TestAccount, type TestApi } from '#testing';

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await api.account();
});

describe('variables', () => {
  it('creates, reads, updates and deletes', async () => {
    const { client } = account;
    const body = variableBody({ key: 'BASE_URL', value: 'https://example.com' });
    const created = (await client.post('/v1/variables', body)).expect(201);
    expect(created.body).toEqual({ key: 'BASE_URL', value: 'https://example.com', locked: false, secret: false });
    expect((await client.get('/v1/variables/BASE_URL')).expect(200).body).toEqual(created.body);
    (await client.put('/v1/variables/BASE_URL', { value: 'x' })).expect(200);
    expect((await client.get<{ value: string }>('/v1/variables/BASE_URL')).body.value).toBe('x');
    (await client.del('/v1/variables/BASE_URL')).expect(204);
    (await client.get('/v1/variables/BASE_URL')).expect(404);
  });
});
