import { join } from 'node:path';
import { connect } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { buildAgent, healthPort, spawnAgent, type AgentProcess } from './agent-process.js';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { proxyTarget, type TestProxy } from './proxies.js';
import { temporaryFolder } from './start-agent.js';
import { fixture, httpTarget, serverTarget, stopTargets } from './targets.js';

/** In the server's certificate, and known to no resolver but the proxy's. */
const HOST = 'a.localhost';
const AUTHORITY = join(__dirname, 'fixtures/authority-cert.pem');
const main = buildAgent(temporaryFolder());

let api: FakeApi;
let secureUrl: string;
let proxy: TestProxy;
let agent: AgentProcess | undefined;

beforeEach(async () => {
  api = new FakeApi();
  await api.start();
  const port = Number(new URL(api.url).port);
  const pair = { key: fixture('authority-server-key.pem'), cert: fixture('authority-server-cert.pem') };
  const front = createTls(pair, (socket) => {
    const inside = connect(port, '127.0.0.1');
    socket.on('error', () => inside.destroy());
    inside.on('error', () => socket.destroy());
    socket.pipe(inside).pipe(socket);
  });
  secureUrl = `https://${HOST}:${await serverTarget(front)}`;
  proxy = await proxyTarget();
});
afterEach(async () => {
  agent?.child.kill('SIGKILL');
  await agent?.exit;
  agent = undefined;
  await api.stop();
});
afterAll(stopTargets);

const start = (env: Record<string, string>) =>
  (agent = spawnAgent(main, { PHAROS_SPOOL_DIRECTORY: temporaryFolder(), ...env }));
const proxyUrl = (credentials = '') => `http://${credentials}127.0.0.1:${proxy.port}`;

it('reaches an https API through HTTPS_PROXY, trusting NODE_EXTRA_CA_CERTS; its checks do not go that way', async () => {
  const target = await httpTarget((_request, response) => response.end('ok'));
  start({
    PHAROS_API_URL: secureUrl,
    HTTPS_PROXY: proxyUrl('ada:secret@'),
    HTTP_PROXY: proxyUrl('ada:secret@'),
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  });
  const health = await healthPort(agent!);
  const { runId } = api.enqueue({ request: { method: 'GET', url: `http://127.0.0.1:${target}/` } });
  const report = await eventually('the report', () => api.reportOf(runId));
  expect(report).toMatchObject({ hasErrors: false, hasFailures: false, statusCode: 200 });
  expect((await fetch(`http://127.0.0.1:${health}/-/readiness`)).status).toBe(200);
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(secureUrl).host}`]));
  expect(new Set(proxy.authorizations)).toEqual(new Set([`Basic ${Buffer.from('ada:secret').toString('base64')}`]));
  expect(agent!.stdout()).not.toContain('secret');
});

it('reaches an http API through HTTP_PROXY', async () => {
  const { port } = new URL(api.url);
  start({ PHAROS_API_URL: `http://api.pharos.test:${port}`, HTTP_PROXY: proxyUrl() });
  await eventually('a request', () => api.leaseRequests.length > 0);
  expect(proxy.asked[0]).toMatch(new RegExp(`api\\.pharos\\.test:${port}`));
});

it('trusts no authority that it was not told of', async () => {
  start({ PHAROS_API_URL: secureUrl, HTTPS_PROXY: proxyUrl() });
  await eventually('a warning', () => agent!.stdout().includes('The API cannot be reached'));
  expect(agent!.stdout()).toMatch(/certificate/);
  expect(api.leaseRequests).toEqual([]);
});

it('goes past the proxy for what NO_PROXY names', async () => {
  start({ PHAROS_API_URL: secureUrl, HTTPS_PROXY: proxyUrl(), NO_PROXY: HOST, NODE_EXTRA_CA_CERTS: AUTHORITY });
  await eventually(
    'an attempt of its own',
    () => api.leaseRequests.length > 0 || agent!.stdout().includes('cannot be reached'),
  );
  expect(proxy.asked).toEqual([]);
});

it('does not ask a proxy for an API on its own machine', async () => {
  start({ PHAROS_API_URL: api.url, HTTP_PROXY: proxyUrl(), HTTPS_PROXY: proxyUrl() });
  await eventually('a request', () => api.leaseRequests.length > 0);
  expect(proxy.asked).toEqual([]);
});
