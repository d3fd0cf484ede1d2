import type { LeaseContext, LeasedCheck } from '#agent-protocol';
import { apiCheckBody, snippetBody, startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { locationWithAgent, type FakeAgent } from './fake-agent.js';

interface Snippet {
  id: number;
  name: string;
  script: string;
  created_at: string;
  updated_at: string | null;
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

const create = async (values: object = {}, of = account) =>
  (await of.client.post<Snippet>('/v1/snippets', snippetBody(values))).expect(201).body;
const remove = ({ id }: Snippet) => account.client.del<ErrorBody>(`/v1/snippets/${id}`);
const add = async (path: string, body: object) =>
  (await account.client.post<{ id: string; [field: string]: unknown }>(path, body)).expect(201).body;

describe('snippets', () => {
  it('are created, read, changed and deleted', async () => {
    const made = await create({ name: 'login', script: 'one()' });
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'login',
      script: 'one()',
      created_at: expect.any(String),
      updated_at: null,
    });
    const path = `/v1/snippets/${made.id}`;
    const changed = { name: 'sign in', script: 'two()' };
    expect((await account.client.put<Snippet>(path, changed)).expect(200).body).toMatchObject({
      ...made,
      ...changed,
      updated_at: expect.any(String),
    });
    expect((await account.client.get<Snippet>(path)).expect(200).body).toMatchObject(changed);
    (await remove(made)).expect(204);
    (await account.client.get(path)).expect(404);
    (await remove(made)).expect(404);
  });

  it('have names of their own within the account, because scripts import them by name', async () => {
    const first = await create({ name: 'login' });
    const second = await create();
    const taken = { name: 'login', script: '' };
    for (const answer of [
      await account.client.post<ErrorBody>('/v1/snippets', taken),
      await account.client.put<ErrorBody>(`/v1/snippets/${second.id}`, taken),
    ])
      expect(answer.expect(409).body.message).toBe('A snippet with this name exists already.');
    (await account.client.put(`/v1/snippets/${first.id}`, taken)).expect(200);
    await create({ name: 'login' }, await api.account());
  });
});

describe.each(['setupSnippetId', 'tearDownSnippetId'])('%s', (field) => {
  it('of an API check names a snippet, which cannot be deleted meanwhile', async () => {
    const snippet = await create();
    const check = await add('/v1/checks/api', apiCheckBody({ [field]: snippet.id }));
    expect(check[field]).toBe(snippet.id);
    expect((await remove(snippet)).expect(409).body.message).toContain('still used by a check.');
    const path = `/v1/checks/api/${check.id}`;
    // Leaving it out changes nothing.
    (await account.client.put(path, { name: 'Renamed' })).expect(200);
    (await remove(snippet)).expect(409);
    (await account.client.put(path, { [field]: null })).expect(200);
    (await remove(snippet)).expect(204);
  });

  it('of a deleted check uses nothing', async () => {
    const snippet = await create();
    const { id } = await add('/v1/checks/api', apiCheckBody({ [field]: snippet.id }));
    (await account.client.del(`/v1/checks/${id}`)).expect(204);
    (await remove(snippet)).expect(204);
  });

  it.each(['/v1/check-groups', '/v2/check-groups'])('of a group (%s) names a snippet too', async (path) => {
    const snippet = await create();
    const { id } = await add(path, { name: 'Group', [field]: snippet.id });
    expect((await remove(snippet)).expect(409).body.message).toContain('still used by a check group.');
    (await account.client.put(`${path}/${id}`, { name: 'Group', [field]: null })).expect(200);
    (await remove(snippet)).expect(204);
  });

  it('that is unknown, or of another account, is refused by name', async () => {
    const theirs = await create({}, await api.account());
    const { id } = await add('/v1/checks/api', apiCheckBody());
    const { id: groupId } = await add('/v2/check-groups', { name: 'Group' });
    for (const value of [theirs.id, 2_000_000_000]) {
      const body = { [field]: value };
      for (const answer of [
        await account.client.post<ErrorBody>('/v1/checks/api', apiCheckBody(body)),
        await account.client.put<ErrorBody>(`/v1/checks/api/${id}`, body),
        await account.client.post<ErrorBody>('/v2/check-groups', { name: 'Other', ...body }),
        await account.client.put<ErrorBody>(`/v2/check-groups/${groupId}`, { name: 'Group', ...body }),
      ])
        expect(answer.expect(400).body.message).toBe(`"${field}" names a snippet that the account does not have.`);
    }
  });
});

describe('agents', () => {
  let agent: FakeAgent;

  beforeEach(async () => {
    agent = await locationWithAgent(api, account, 'here');
  });

  const lease = async (
    body: object,
    contextVersion: string | null = null,
  ): Promise<{ check: LeasedCheck; context: LeaseContext | null }> => {
    await add('/v1/checks/api', apiCheckBody({ privateLocations: ['here'], frequency: 1440, ...body }));
    const { leases, context } = await agent.ask({
      checkTypes: ['API'],
      runtimes: ['2026.04'],
      waitSeconds: 10,
      contextVersion,
    });
    return { check: leases[0]!.check, context };
  };

  it('get the snippets of the account, and which of them a check runs', async () => {
    await create({ name: 'not mine' }, await api.account());
    const [first, second] = [await create({ script: 'first()' }), await create({ script: 'second()' })];
    const { id: groupId } = await add('/v2/check-groups', { name: 'Group', setupSnippetId: second.id });
    const { check, context } = await lease({ groupId, setupSnippetId: first.id, tearDownSnippetId: second.id });
    expect(check.scripts).toEqual({
      setUp: [{ snippetId: second.id }, { snippetId: first.id }],
      tearDown: [{ snippetId: second.id }],
    });
    expect(context!.snippets).toEqual([first, second].map(({ id, name, script }) => ({ id, name, script })));
  });

  it('get them again after each change', async () => {
    const { context: empty } = await lease({});
    expect(empty!.snippets).toEqual([]);
    const snippet = await create();
    const { context: added } = await lease({}, empty!.version);
    expect(added!.snippets).toHaveLength(1);
    expect((await lease({}, added!.version)).context).toBeNull();
    (await account.client.put(`/v1/snippets/${snippet.id}`, { name: 'x', script: 'new()' })).expect(200);
    const { context: changed } = await lease({}, added!.version);
    expect(changed!.snippets).toEqual([{ id: snippet.id, name: 'x', script: 'new()' }]);
    (await remove(snippet)).expect(204);
    expect((await lease({}, changed!.version)).context!.snippets).toEqual([]);
  });
});
