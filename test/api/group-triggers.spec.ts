import type { Lease } from '#agent-protocol';
import { startApi, urlCheckBody, type TestApi } from '#testing';
import { AlertWorld } from './alert-world.js';
import { failed, passed } from './fake-agent.js';

interface Trigger {
  id: number;
  token: string;
  groupId: number;
}
interface Answer {
  hasFailures: boolean;
  results: { checkId: string; hasFailures: boolean; responseTime: number }[];
}

const PATH = '/v1/triggers/check-groups';

let api: TestApi;
let world: AlertWorld;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  world = await AlertWorld.make(api);
});

const group = async (values: object = {}) =>
  (await world.account.client.post<{ id: number }>('/v2/check-groups', { name: 'Shop', ...values })).expect(201).body
    .id;
const trigger = async (groupId: number) =>
  (await world.account.client.post<Trigger>(`${PATH}/${groupId}`)).expect(201).body;
const call = (groupId: number, token: string, query = '') =>
  api.anonymous.get<Answer>(`/check-groups/${groupId}/trigger/${token}${query}`);

describe('the trigger of a group', () => {
  it('is created once, read and deleted', async () => {
    const { client } = world.account;
    const groupId = await group();
    (await client.get(`${PATH}/${groupId}`)).expect(404);
    const created = await trigger(groupId);
    expect(created).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^[A-Za-z0-9]{12}$/),
      groupId,
      created_at: expect.any(String),
      called_at: null,
      updated_at: null,
    });
    expect(await trigger(groupId)).toEqual(created);
    expect((await client.get(`${PATH}/${groupId}`)).expect(200).body).toEqual(created);
    (await client.del(`${PATH}/${groupId}`)).expect(204);
    (await client.del(`${PATH}/${groupId}`)).expect(404);
    (await client.post(`${PATH}/${groupId + 1_000}`)).expect(404);
    (await (await world.account.clientOf('READ_ONLY')).get(`${PATH}/${groupId}`)).expect(403);
  });

  it('runs the checks that can run, as many at once as the group says, and tells how each did', async () => {
    const groupId = await group({ concurrency: 1 });
    const good = await world.check({ groupId });
    const bad = await world.check({ groupId });
    const body = urlCheckBody({ groupId, activated: false, privateLocations: ['here'] });
    (await world.account.client.post('/v1/checks/url', body)).expect(201);
    const { token } = await trigger(groupId);
    const answer = call(groupId, token);
    const report = (run: Lease) => world.agent.report(run.check.id === bad ? failed(run) : passed(run));
    const [first, ...others] = await world.agent.lease(10, 5);
    expect(others).toEqual([]);
    await report(first!);
    await report(await world.agent.leaseOne());
    const { body: told } = (await answer).expect(503);
    expect(told.hasFailures).toBe(true);
    expect(told.results).toHaveLength(2);
    expect(told.results).toEqual(
      expect.arrayContaining([
        { checkId: good, hasFailures: false, responseTime: 20 },
        { checkId: bad, hasFailures: true, responseTime: 20 },
      ]),
    );
    const read = (await world.account.client.get<{ called_at: string | null }>(`${PATH}/${groupId}`)).body;
    expect(read.called_at).not.toBeNull();
  });

  it('answers 200 when all passed', async () => {
    const groupId = await group();
    const checkId = await world.check({ groupId });
    const { token } = await trigger(groupId);
    const answer = call(groupId, token, '?runLocation=here');
    await world.agent.report(passed(await world.agent.leaseOne()));
    const results = [{ checkId, hasFailures: false, responseTime: 20 }];
    expect((await answer).expect(200).body).toEqual({ hasFailures: false, results });
  });

  it('is a 404 for a wrong token or group, and where nothing can run', async () => {
    const groupId = await group();
    const { token } = await trigger(groupId);
    expect((await call(groupId, token)).expect(404).body).toMatchObject({ message: 'No matching checks were found.' });
    expect((await call(groupId, 'aaaaaaaaaaaa')).expect(404).body).toMatchObject({ message: 'Not Found' });
    expect((await call(groupId + 1_000, token)).expect(404).body).toMatchObject({ message: 'Not Found' });
    (await world.account.client.del(`/v1/check-groups/${groupId}`)).expect(204);
    expect((await call(groupId, token)).expect(404).body).toMatchObject({ message: 'Not Found' });
  });
});
