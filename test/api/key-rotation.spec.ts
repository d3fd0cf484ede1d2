import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Agent } from '#agent';
import { Outage } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { eventually } from '../agent/eventually.js';
import { startAgent, temporaryFolder } from '../agent/start-agent.js';

interface Key {
  id: string;
  rawKey: string;
}

let api: TestApi;
let account: TestAccount;
let locationId: string;
let target: Server;
let agents: Agent[];
/** While set, the target answers nothing. */
let hold: Promise<void> | null;
let asked: number;

beforeAll(async () => {
  api = await startApi();
  target = createServer((_request, response) => {
    asked += 1;
    void Promise.resolve(hold).then(() => response.end('ok'));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  await api?.close();
});
beforeEach(async () => {
  [agents, hold, asked] = [[], null, 0];
  account = await api.account();
  const body = { name: 'Here', slugName: 'here' };
  locationId = (await account.client.post<{ id: string }>('/v1/private-locations', body)).expect(201).body.id;
  await api.sql(`UPDATE service_pulse SET outage_ended_at = 'epoch'`);
  await api.app.get(Outage).pulse();
});
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.stop()));
});

const addKey = async () =>
  (await account.client.post<Key>(`/v1/private-locations/${locationId}/keys`)).expect(201).body;
const deleteKey = async ({ id }: Key) =>
  (await account.client.del(`/v1/private-locations/${locationId}/keys/${id}`)).expect(204);

async function agentWith({ rawKey }: Key, graceSeconds = 20): Promise<Agent> {
  const agent = await startAgent(api, temporaryFolder(), { apiKey: rawKey, graceSeconds }, { renewEveryMs: 100 });
  agents.push(agent);
  return agent;
}
const isReady = async (agent: Agent) => (await fetch(`http://127.0.0.1:${agent.port()}/-/readiness`)).status === 200;

const create = async () => {
  const { port } = target.address() as AddressInfo;
  const where = { privateLocations: ['here'], frequency: 1440, doubleCheck: false };
  const body = urlCheckBody({ ...where, request: { url: `http://127.0.0.1:${port}/` } });
  return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
};
/** Runs the check once and answers how that ended. */
const runOnce = async (checkId: string) => {
  const target = { checkId: [checkId] };
  const { sessions } = (
    await account.client.post<{ sessions: { id: string }[] }>('/v1/check-sessions/trigger', { target })
  ).expect(201).body;
  const path = `/v1/check-sessions/${sessions[0]!.id}/completion?maxWaitSeconds=20`;
  return (await account.client.get<{ status: string }>(path)).expect(200).body.status;
};

it('one key replaces the other while checks go on running', async () => {
  const [old, checkId] = [await addKey(), await create()];
  const before = await agentWith(old);
  const statuses: string[] = [];
  const rotation = { isOver: false };
  const running = (async () => {
    while (!rotation.isOver || statuses.length < 20) statuses.push(await runOnce(checkId));
  })();
  await eventually('some runs', () => statuses.length > 3);
  const after = await agentWith(await addKey());
  await eventually('the new key is accepted', () => isReady(after));
  await before.stop();
  await deleteKey(old);
  const so = statuses.length;
  await eventually('runs with the new key', () => statuses.length > so + 3);
  rotation.isOver = true;
  await running;
  expect(new Set(statuses)).toEqual(new Set(['PASSED']));
  expect(await api.sql(`SELECT FROM check_results WHERE account_id = $1 AND aborted`, [account.id])).toEqual([]);
});

it('a deleted key ends the wait of its agents at once', async () => {
  const [gone, kept] = [await addKey(), await addKey()];
  const [cut, other] = [await agentWith(gone), await agentWith(kept)];
  for (const agent of [cut, other]) await eventually('ready', () => isReady(agent));
  const since = performance.now();
  await deleteKey(gone);
  await eventually('the agent noticed', async () => !(await isReady(cut)));
  // Its wait would have lasted up to 25 s.
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(await isReady(other)).toBe(true);
});

it('an agent whose key is deleted loses its run to another, which is recorded once', async () => {
  const [gone, kept] = [await addKey(), await addKey()];
  let release = () => undefined as void;
  hold = new Promise((resolve) => (release = resolve));
  const cut = await agentWith(gone, 1);
  const checkId = await create();
  await eventually('the agent is at it', () => asked === 1);
  await deleteKey(gone);
  hold = null;
  release();
  await eventually('the agent noticed', async () => !(await isReady(cut)));
  const state = () =>
    api.sql<{ state: string; token: number }>('SELECT state, token FROM check_runs WHERE check_id = $1', [checkId]);
  expect(await state()).toEqual([{ state: 'leased', token: 1 }]);

  // The lease ends: nobody could renew it.
  await api.sql(`UPDATE check_runs SET available_at = now() WHERE check_id = $1`, [checkId]);
  await agentWith(kept);
  await eventually('the run is done', async () => (await state())[0]!.state === 'done');
  expect(await state()).toEqual([{ state: 'done', token: 2 }]);
  expect(asked).toBe(2);
  const results = await api.sql('SELECT has_failures, has_errors, result_type FROM check_results WHERE check_id = $1', [
    checkId,
  ]);
  expect(results).toEqual([{ has_failures: false, has_errors: false, result_type: 'FINAL' }]);
});
