import { newId } from '#persistence';
import { startApi, urlCheckBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';

const V1 = '/v1/check-groups';
const V2 = '/v2/check-groups';

interface CheckBody {
  id: string;
  groupId: number | null;
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

const create = async () => (await account.client.post<{ id: number }>(V2, { name: 'Shop' })).expect(201).body;
const check = async (values: { [field: string]: unknown } = {}) =>
  (await account.client.post<CheckBody>('/v1/checks/url', urlCheckBody(values))).expect(201).body;

describe('the checks of a group', () => {
  it('are listed by their position, and read one by one', async () => {
    const { id } = await create();
    expect((await account.client.get(`${V1}/${id}/checks`)).expect(200).body).toEqual([]);
    const last = await check({ groupId: id });
    const second = await check({ groupId: id, groupOrder: 1 });
    const first = await check({ groupId: id, groupOrder: 0 });
    await check();
    const { body, headers } = (await account.client.get<CheckBody[]>(`${V1}/${id}/checks?limit=2`)).expect(200);
    expect([body, headers.get('content-range')]).toEqual([[first, second], '0-1/3']);
    expect((await account.client.get(`${V1}/${id}/checks?limit=2&page=2`)).body).toEqual([last]);
    expect((await account.client.get(`${V1}/${id}/checks/${last.id}`)).expect(200).body).toEqual(last);
  });

  it('are only those of the group', async () => {
    const [{ id }, other] = [await create(), await create()];
    const [member, stranger] = [await check({ groupId: id }), await check()];
    (await account.client.get(`${V1}/${other.id}/checks/${member.id}`)).expect(404);
    (await account.client.get(`${V1}/${id}/checks/${stranger.id}`)).expect(404);
    (await account.client.get(`${V1}/${id}/checks/${newId()}`)).expect(404);
    (await account.client.get(`${V1}/${id}/checks/x`)).expect(404);
  });

  it('can only be in a group that the account has', async () => {
    const other = await api.account();
    const { id: foreign } = (await other.client.post<{ id: number }>(V2, { name: 'Theirs' })).expect(201).body;
    const own = await check();
    for (const groupId of [foreign, 2_147_483_647]) {
      for (const [method, path] of [
        ['POST', '/v1/checks/url'],
        ['PUT', `/v1/checks/url/${own.id}`],
      ] as const) {
        const { status, body } = await account.client.send<ErrorBody>(method, path, urlCheckBody({ groupId }));
        expect([status, body.message]).toEqual([400, '"groupId" names a check group that the account does not have']);
      }
    }
  });

  it('keep their group from being deleted until they leave it', async () => {
    const { id } = await create();
    const member = await check({ groupId: id });
    const { body } = (await account.client.del<ErrorBody>(`${V1}/${id}`)).expect(409);
    expect(body.message).toMatch(/^The group still has checks/);
    const left = (await account.client.put<CheckBody>(`/v1/checks/url/${member.id}`, { groupId: null })).expect(200);
    expect(left.body.groupId).toBeNull();
    (await account.client.del(`${V1}/${id}`)).expect(204);
  });

  it('never point to a group that is gone, whoever is first', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, round) => {
        const [{ id }, member] = [await create(), await check()];
        const enter = () =>
          round % 2 === 0
            ? account.client.put(`/v1/checks/url/${member.id}`, { groupId: id })
            : account.client.post('/v1/checks/url', urlCheckBody({ groupId: id }));
        const [entered, deleted] = await Promise.all([enter(), account.client.del(`${V1}/${id}`)]);
        return `${entered.status} ${deleted.status}`;
      }),
    );
    for (const outcome of outcomes) expect(['200 409', '201 409', '400 204']).toContain(outcome);
    const [dangling] = await api.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM checks c WHERE group_id IS NOT NULL AND NOT EXISTS (
         SELECT FROM check_groups g WHERE g.account_id = c.account_id AND g.id = c.group_id)`,
    );
    expect(dangling!.count).toBe(0);
  });
});
