import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AGENT_VERSION, type Agent, type Probe } from '#agent';
import { ERRORS_PATH } from '#agent-protocol';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { startAgent, temporaryFolder } from './start-agent.js';

const SECRET = 'customer.example.com/secret-path';
let api: FakeApi;
let agent: Agent | undefined;
/** Everything else that the agent might talk to. */
let elsewhere: Server;
let asked = 0;

beforeEach(async () => {
  api = new FakeApi();
  asked = 0;
  await api.start();
  elsewhere = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await agent?.stop();
  elsewhere.closeAllConnections();
  await new Promise((resolve) => elsewhere.close(resolve));
  await api.stop();
});

const failing =
  (error: Error): Probe =>
  () =>
    Promise.reject(error);
const named = (name: string, code?: string) => Object.assign(new Error(SECRET), { name, ...(code && { code }) });
const PROBES = new Map([
  ['URL', failing(new TypeError(SECRET))],
  ['API', failing(named('Error', 'ENOSPC'))],
  // What a library, or a script, might call its error must not get out either.
  ['DNS', failing(named('SecretOfACustomer', SECRET))],
] as const);

async function start(externalObservability: boolean): Promise<void> {
  agent = await startAgent(api, temporaryFolder(), { externalObservability }, { probes: PROBES, telemetryMs: 50 });
}

async function failEach(): Promise<void> {
  const { port } = elsewhere.address() as AddressInfo;
  const request = { url: `http://127.0.0.1:${port}/${SECRET}` };
  const leases = (['URL', 'URL', 'API', 'DNS'] as const).map((checkType) =>
    api.enqueue({ name: SECRET, checkType, request }),
  );
  for (const { runId } of leases) {
    const report = await eventually('a report', () => api.reportOf(runId));
    expect(report.hasErrors).toBe(true);
  }
}

it('on: tells the own API of classes, codes, check types and the release, and of nothing else', async () => {
  await start(true);
  await failEach();
  const told = () => (api.errors as { errors: { count: number }[] }[]).flatMap(({ errors }) => errors);
  await eventually('all of them', () => told().reduce((sum, { count }) => sum + count, 0) === 4);
  for (const body of api.errors)
    expect(body).toEqual({ agentId: expect.any(String), version: AGENT_VERSION, errors: expect.any(Array) });
  const kinds = new Map(told().map(({ count: _, ...kind }) => [JSON.stringify(kind), kind]));
  expect([...kinds.values()]).toEqual(
    expect.arrayContaining([
      { class: 'TypeError', code: null, checkType: 'URL' },
      { class: 'Error', code: 'ENOSPC', checkType: 'API' },
      { class: 'Error', code: null, checkType: 'DNS' },
    ]),
  );
  expect(kinds.size).toBe(3);
  expect(JSON.stringify(api.errors)).not.toContain('customer');
  expect(asked).toBe(0);
});

it('off: sends nothing', async () => {
  await start(false);
  await failEach();
  await agent!.stop();
  expect(api.errors).toEqual([]);
  expect(api.traceparents.filter(({ url }) => url === ERRORS_PATH)).toEqual([]);
  expect(asked).toBe(0);
});

it('is not what keeps an agent from its work: a refusal is forgotten', async () => {
  await start(true);
  const seen = () => api.traceparents.filter(({ url }) => url === ERRORS_PATH).length;
  api.refuseErrors = 429;
  await failEach();
  await eventually('a call', () => seen() > 0);
  api.refuseErrors = null;
  await failEach();
  await eventually('the next call is taken', () => api.errors.length > 0);
  expect(JSON.stringify(api.errors)).not.toContain('customer');
});
