import { RESULTS_PATH, type Lease } from '#agent-protocol';
import { icmpCheckBody, startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { locationWithAgent, passed, type FakeAgent } from './fake-agent.js';

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;
let lease: Lease;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
  const body = icmpCheckBody({ privateLocations: ['here'], frequency: 1440 });
  (await account.client.post('/v1/checks/icmp', body)).expect(201);
  [lease] = (await agent.ask({ checkTypes: ['ICMP'], waitSeconds: 10 })).leases as [Lease];
});

const stored = () => api.sql('SELECT metrics FROM check_results WHERE account_id = $1', [account.id]);

it('the agent is told the limits of packet loss', () => {
  expect(lease.check).toMatchObject({
    request: { hostname: 'pharos.test', ipFamily: 'IPv4', pingCount: 10, assertions: [] },
    settings: { degradedPacketLossThreshold: 10, maxPacketLossThreshold: 20 },
    degradedResponseTime: null,
    maxResponseTime: null,
  });
});

it('numbers of a report are stored with its result, for analytics', async () => {
  const metrics = { packetLoss: 12.5, latencyAvg: 3 };
  expect(await agent.report(passed(lease, { metrics, statusCode: null }))).toEqual(['accepted']);
  expect(await stored()).toEqual([{ metrics }]);
  const { body } = await account.client.get<{ series: { data: object[] }[] }>(
    `/v1/analytics/icmp/${lease.check.id}?metrics=packetLoss,latencyAvg`,
  );
  expect(body.series[0]!.data).toEqual([{ timestamp: expect.any(String), ...metrics }]);
});

it.each([[undefined], [null]])('a report may have none: %s', async (metrics) => {
  expect(await agent.report(passed(lease, { metrics }))).toEqual(['accepted']);
  expect(await stored()).toEqual([{ metrics: null }]);
});

it.each([
  ['a list', [1]],
  ['a text', 'packetLoss'],
  ['another value than a number', { packetLoss: '1' }],
  ['an endless number', { packetLoss: 1e300 }],
  ['a long name', { ['x'.repeat(51)]: 1 }],
  ['a name with other characters', { 'packet"loss': 1 }],
  ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`metric${n}`, n]))],
])('%s is refused, and nothing is stored', async (_what, metrics) => {
  const results = [{ ...passed(lease), metrics }];
  const answer = await agent['client'].post<ErrorBody>(RESULTS_PATH, { agentId: agent.agentId, results });
  expect(answer.expect(400).body.attributes.violations?.map(({ field }) => field)).toEqual(['results[0].metrics']);
  expect(await stored()).toEqual([]);
});
