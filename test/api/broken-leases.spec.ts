import { apiCheckBody, startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { LEASES_PATH, type Lease } from '#agent-protocol';
import { Outage } from '#persistence';
import { FakeAgent, locationWithAgent, passed } from './fake-agent.js';

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;
const lines: string[] = [];

beforeAll(async () => {
  api = await startApi({ logTo: { write: (line) => lines.push(line) } });
  await api.sql(`UPDATE service_pulse SET outage_ended_at = 'epoch'`);
  await api.app.get(Outage).pulse();
});
afterAll(() => api?.close());

beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
});

const WHERE = { privateLocations: ['here'], doubleCheck: false, frequency: 1440 };
const add = async (type: 'url' | 'api', body: object) =>
  (await account.client.post<{ id: string }>(`/v1/checks/${type}`, body)).expect(201).body.id;
const ALL = { checkTypes: ['URL' as const, 'API' as const], waitSeconds: 10 };
const stateOf = async ({ runId }: Lease) =>
  (await api.sql<{ state: string }>('SELECT state FROM check_runs WHERE id = $1', [runId]))[0]!.state;

it('a check whose secret is damaged is given up alone; the others of its location run', async () => {
  const secret = { key: 'TOKEN', value: 'a secret', locked: false, secret: true };
  const broken = await add('api', { ...apiCheckBody(WHERE), activated: false, environmentVariables: [secret] });
  await api.sql(`UPDATE checks SET sealed_variables = '{"TOKEN": "bm90IHNlYWxlZA=="}' WHERE id = $1`, [broken]);
  const fine = await add('url', urlCheckBody(WHERE));
  const target = { target: { checkId: [broken] } };
  await account.client.put(`/v1/checks/api/${broken}`, { activated: true });
  const [session] = (
    await account.client.post<{ sessions: { id: string }[] }>('/v1/check-sessions/trigger', target)
  ).expect(201).body.sessions;

  const leased: Lease[] = [];
  while (leased.length === 0) leased.push(...(await agent.ask(ALL)).leases);
  expect(leased.map(({ check }) => check.id)).toEqual([fine]);
  expect(await agent.report(passed(leased[0]!))).toEqual(['accepted']);
  const [told, ...more] = lines.filter((line) => line.includes('cannot be handed out'));
  expect(JSON.parse(told!)).toMatchObject({ checkId: broken, problem: 'Sealed with another encryption key.' });
  expect(more).toEqual([]);
  const path = `/v1/check-sessions/${session!.id}/completion?maxWaitSeconds=20`;
  const { body } = await account.client.get<{ status: string; results: object[] }>(path);
  expect(body).toMatchObject({ status: 'TIMED_OUT', results: [{ aborted: true, hasFailures: false }] });
});

it('runs whose common things cannot be read are free again at once', async () => {
  await account.client.post('/v1/variables', { key: 'TOKEN', value: 'a value' });
  await api.sql(`UPDATE environment_variables SET sealed_value = '\\x00' WHERE account_id = $1`, [account.id]);
  await add('url', urlCheckBody(WHERE));
  const request = { agentId: agent.agentId, capacity: 10, checkTypes: ['URL'], runtimes: [], version: '0.0.0' };
  await expect(agent['client'].post(LEASES_PATH, { ...request, waitSeconds: 10 })).rejects.toThrow('500');
  await api.sql('DELETE FROM environment_variables WHERE account_id = $1', [account.id]);
  expect(await agent.leaseOne(1)).toMatchObject({ token: 2 });
});

it('a location cannot touch the runs of another one, even where it knows their tokens', async () => {
  const there = await locationWithAgent(api, account, 'there');
  await add('url', urlCheckBody(WHERE));
  const lease = await agent.leaseOne();
  expect(await there.release(lease)).toBe(0);
  expect(await there.renew(lease)).toBe(1);
  expect(await stateOf(lease)).toBe('leased');
  expect(await agent.renew(lease)).toBe(0);
  expect(await agent.release(lease)).toBe(1);
  expect(await stateOf(lease)).toBe('queued');
});

it('an agent is seen in its location, whoever else uses its id', async () => {
  const other = await locationWithAgent(api, await api.account(), 'here');
  const one = new FakeAgent(agent['client']);
  const same = Object.assign(new FakeAgent(other['client']), { agentId: one.agentId });
  await one.lease();
  await same.lease();
  const seen = await api.sql('SELECT FROM private_location_agents WHERE agent_id = $1', [one.agentId]);
  expect(seen).toHaveLength(2);
});
