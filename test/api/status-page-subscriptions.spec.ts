import { startApi, statusPageBody, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';

interface Subscription {
  id: string;
  type: string;
  address: string;
  status: string;
  created_at: string;
  updated_at: string;
}

let api: TestApi;
let account: TestAccount;
let page: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  page = await newPage();
});

const newPage = async () => {
  const { id } = (await account.client.post<{ id: string }>('/v1/status-pages', statusPageBody())).expect(201).body;
  return id;
};
const pathOf = (id: string) => `/v1/status-pages/${id}/subscriptions`;
const bodyOf = (addresses: string[]) => ({ subscriptions: addresses.map((config) => ({ type: 'EMAIL', config })) });
const add = (addresses: string[], to = page) => account.client.post(`${pathOf(to)}/bulk`, bodyOf(addresses));
const list = async (of = page) => (await account.client.get<Subscription[]>(pathOf(of))).expect(200).body;
const addresses = async (of = page) => (await list(of)).map(({ address }) => address).toSorted();

describe('subscriptions', () => {
  it('are added in bulk, listed newest first and deleted', async () => {
    expect(await list()).toEqual([]);
    expect((await add(['Ann@pharos.test'])).expect(201).body).toEqual({ created: 1, skipped: 0, status: 'PENDING' });
    (await add(['bob@pharos.test'])).expect(201);
    const [bob, ann] = await list();
    expect(ann).toEqual({
      id: expect.any(String),
      type: 'EMAIL',
      address: 'Ann@pharos.test',
      status: 'PENDING',
      created_at: expect.any(String),
      updated_at: ann!.created_at,
    });
    expect(bob!.address).toBe('bob@pharos.test');
    (await account.client.del(`${pathOf(page)}/${ann!.id}`)).expect(204);
    (await account.client.del(`${pathOf(page)}/${ann!.id}`)).expect(404);
    expect(await list()).toEqual([bob]);
  });

  it('are unique per page in any case: others are skipped', async () => {
    (await add(['ann@pharos.test'])).expect(201);
    const { body } = (await add(['ANN@pharos.test', 'bob@pharos.test', 'Bob@Pharos.test', 'cy@pharos.test'])).expect(
      201,
    );
    expect(body).toEqual({ created: 2, skipped: 2, status: 'PENDING' });
    expect(await addresses()).toHaveLength(3);
    const other = await newPage();
    expect((await add(['ann@pharos.test'], other)).expect(201).body).toMatchObject({ created: 1 });
  });

  it('are each made once when many add the same at the same time', async () => {
    const all = Array.from({ length: 20 }, (_, n) => `reader-${n}@pharos.test`);
    const answers = await Promise.all(
      [all, all.toReversed(), all, all.toReversed(), all].map(async (each) => {
        return (await account.client.post<{ created: number }>(`${pathOf(page)}/bulk`, bodyOf(each))).expect(201).body
          .created;
      }),
    );
    expect(answers.reduce((sum, created) => sum + created)).toBe(20);
    expect(await addresses()).toEqual(all.toSorted());
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@pharos.test',
    'a b@pharos.test',
    'Ann <ann@pharos.test>',
    'a@b,c@d',
    'a@pharos.test\n',
    `${'x'.repeat(65)}@a.de`,
  ])('do not take %j for an address, and then add none', async (address) => {
    (await add(['fine@pharos.test', address])).expect(400);
    expect(await list()).toEqual([]);
  });

  it('are 1 to 100 at a time, of the type EMAIL', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `${n}@pharos.test`);
    (await add([])).expect(400);
    (await add(many(101))).expect(400);
    (
      await account.client.post(`${pathOf(page)}/bulk`, { subscriptions: [{ type: 'SMS', config: 'a@pharos.test' }] })
    ).expect(400);
    expect((await add(many(100))).expect(201).body).toMatchObject({ created: 100 });
    expect(await list()).toHaveLength(100);
  });

  it('belong to their page and go with it', async () => {
    const other = await newPage();
    (await add(['ann@pharos.test'])).expect(201);
    const [ann] = await list();
    (await account.client.del(`${pathOf(other)}/${ann!.id}`)).expect(404);
    const unknown = randomUUID();
    (await account.client.get(pathOf(unknown))).expect(404);
    (await add(['ann@pharos.test'], unknown)).expect(404);
    (await account.client.del(`/v1/status-pages/${page}`)).expect(204);
    (await account.client.get(pathOf(page))).expect(404);
    expect(await api.sql('SELECT FROM status_page_subscriptions WHERE account_id = $1', [account.id])).toEqual([]);
  });

  it('may be seen by all keys and changed by those that write', async () => {
    (await add(['ann@pharos.test'])).expect(201);
    const [ann] = await list();
    const runner = await account.clientOf('READ_RUN');
    (await (await account.clientOf('READ_ONLY')).get(pathOf(page))).expect(200);
    (await runner.post(`${pathOf(page)}/bulk`, bodyOf(['a@pharos.test']))).expect(403);
    (await runner.del(`${pathOf(page)}/${ann!.id}`)).expect(403);
  });
});
