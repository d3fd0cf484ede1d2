import { startApi, urlCheckBody, variableBody, type TestAccount, type TestApi } from '#testing';

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async () =>
  (await account.client.post<{ id: string }>('/v1/checks/url', urlCheckBody())).expect(201).body.id;
const total = async (list = '/v1/checks') =>
  Number((await account.client.get(`${list}?limit=1`)).headers.get('content-range')?.split('/')[1]);
const counted = () =>
  api.sql(`SELECT table_name, total::int FROM row_counts WHERE account_id = $1 ORDER BY 1`, [account.id]);

describe('the counts behind the totals of lists', () => {
  it('follow every creation and deletion, and those of other accounts do not matter', async () => {
    const other = await api.account();
    await other.client.post('/v1/checks/url', urlCheckBody());
    expect(await total()).toBe(0);
    const ids = [await create(), await create(), await create()];
    expect(await total()).toBe(3);
    await account.client.del(`/v1/checks/${ids[1]}`);
    expect(await total()).toBe(2);
    (await account.client.post('/v1/variables', variableBody())).expect(201);
    expect(await counted()).toEqual([
      { table_name: 'checks', total: 2 },
      { table_name: 'environment_variables', total: 1 },
    ]);
  });

  it('do not count what was rolled back', async () => {
    await create();
    (await account.client.post('/v1/checks/url', urlCheckBody({ privateLocations: ['nowhere'] }))).expect(400);
    expect(await total()).toBe(1);
  });

  it('are exact after creations and deletions at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, create));
    await Promise.all([...ids.slice(0, 10).map((id) => account.client.del(`/v1/checks/${id}`)), create(), create()]);
    expect(await total()).toBe(12);
    const [{ count }] = (await api.sql(`SELECT count(*)::int FROM checks WHERE account_id = $1`, [account.id])) as [
      { count: number },
    ];
    expect(count).toBe(12);
  });

  it('go with the account', async () => {
    await create();
    await api.sql('DELETE FROM accounts WHERE account_id = $1', [account.id]);
    expect(await counted()).toEqual([]);
  });
});

it('pages of all sizes and places, with and without filters, hold the same checks', async () => {
  const ids = [];
  for (let n = 0; n < 12; n += 1) ids.unshift(await create());
  const idsOf = async (query: string) =>
    (await account.client.get<{ id: string }[]>(`/v1/checks?${query}`)).expect(200).body.map(({ id }) => id);
  expect(await idsOf('limit=10')).toEqual(ids.slice(0, 10));
  expect(await idsOf('limit=7')).toEqual(ids.slice(0, 7));
  expect(await idsOf('limit=10&page=2')).toEqual(ids.slice(10));
  expect(await idsOf('limit=10&checkType=URL')).toEqual(ids.slice(0, 10));
  expect(await idsOf('limit=7&page=2&checkType=URL')).toEqual(ids.slice(7));
});

it('a check reads the same alone, in a list, and where it was made', async () => {
  const made = (
    await account.client.post<{ id: string }>(
      '/v1/checks/url',
      urlCheckBody({
        name: 'Grüße "\\" 🎈',
        description: null,
        tags: ['a,b', 'c "d"'],
        request: { url: 'https://pharos.test/?a=1&b=%C3%BC' },
      }),
    )
  ).expect(201).body;
  expect((await account.client.get(`/v1/checks/${made.id}`)).body).toEqual(made);
  expect((await account.client.get('/v1/checks')).body).toEqual([made]);
  const changed = (await account.client.put(`/v1/checks/${made.id}`, { name: 'Other' })).expect(200).body;
  expect((await account.client.get(`/v1/checks/${made.id}`)).body).toEqual(changed);
});
