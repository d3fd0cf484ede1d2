import { existsSync, readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { buildAgent, healthPort, spawnAgent, type AgentProcess } from './agent-process.js';
import { eventually } from './eventually.js';
import { FakeApi, LOCATION_KEY } from './fake-api.js';
import { temporaryFolder } from './start-agent.js';
import { httpTarget, stopTargets } from './targets.js';

let main: string;
let api: FakeApi;
let target: string;
let processes: AgentProcess[] = [];
/** Requests that the target has not answered yet. */
let open: ServerResponse[] = [];

beforeAll(async () => {
  main = buildAgent(temporaryFolder());
  target = `http://127.0.0.1:${await httpTarget((_request, response) => void open.push(response))}/`;
});
beforeEach(async () => {
  open = [];
  api = new FakeApi();
  await api.start();
});
afterEach(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ exit }) => exit));
  processes = [];
  await api.stop();
});
afterAll(stopTargets);

function start(env: Record<string, string> = {}): AgentProcess {
  const started = spawnAgent(main, { PHAROS_API_URL: api.url, PHAROS_SPOOL_DIRECTORY: temporaryFolder(), ...env });
  processes.push(started);
  return started;
}

/** An agent with one run at the target, which does not answer yet. */
async function busy(env: Record<string, string> = {}) {
  const agent = start(env);
  const port = await healthPort(agent);
  const { runId } = api.enqueue({ request: { method: 'GET', url: target, assertions: [] } });
  await eventually('the request at the target', () => open.length > 0);
  const health = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  return { agent, runId, health };
}

const answer = () => open.splice(0).forEach((response) => response.end());

describe('the process of an agent', () => {
  it('says every bad setting in plain lines', async () => {
    const agent = start({ API_KEY: '', JOB_CONCURRENCY: '0' });
    expect(await agent.exit).toBe(1);
    expect(agent.stderr()).toContain('API_KEY is required');
    expect(agent.stderr()).toContain('JOB_CONCURRENCY must be a whole number from 1 to 1000, not "0"');
    expect(agent.stderr()).not.toContain('    at ');
  });

  it('says that its port is taken', async () => {
    const taken = await healthPort(start());
    const agent = start({ AGENT_HEALTH_PORT: String(taken) });
    expect(await agent.exit).toBe(1);
    expect(agent.stderr()).toBe(`port ${taken} is taken: set AGENT_HEALTH_PORT\n`);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('drains on %s', async (signal) => {
    const { agent, runId, health } = await busy();
    await eventually('readiness', async () => (await health('/-/readiness')) === 200);
    agent.child.kill(signal);
    await eventually('the end of readiness', async () => (await health('/-/readiness')) === 503);
    expect([await health('/-/liveness'), await health('/health'), await health('/other')]).toEqual([200, 200, 404]);
    answer();
    expect(await agent.exit).toBe(0);
    expect(api.reportOf(runId)).toMatchObject({ statusCode: 200, hasFailures: false });
  });

  it('drains when its supervisor is gone', async () => {
    const { agent, runId } = await busy();
    agent.child.disconnect();
    await eventually('the drain', () => agent.stdout().includes('Shutting down'));
    answer();
    expect(await agent.exit).toBe(0);
    expect(api.reportOf(runId)).toBeDefined();
  });

  it('ends at once on a second signal', async () => {
    const { agent } = await busy();
    agent.child.kill('SIGTERM');
    await eventually('the drain', () => agent.stdout().includes('Shutting down'));
    agent.child.kill('SIGINT');
    expect(await agent.exit).toBe(1);
    expect(api.reports).toEqual([]);
  });

  it('writes JSON lines without its key', async () => {
    api.failing = 401;
    const agent = start({ LOG_LEVEL: 'DEBUG' });
    await eventually('the refusal', () => agent.stdout().includes('The key was refused'));
    agent.child.kill('SIGTERM');
    expect(await agent.exit).toBe(0);
    const lines = agent
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string });
    expect(lines.some(({ msg }) => /^Starting agent [0-9a-f-]{36}$/.test(msg))).toBe(true);
    expect(agent.stdout() + agent.stderr()).not.toContain(LOCATION_KEY);
  });

  it('reaches its API through the proxy of its environment', async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket: Duplex) => {
      asked.push(request.url ?? '');
      const upstream = connect(Number(new URL(api.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      for (const end of [socket, upstream]) end.on('error', () => end.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const agent = start({
      PHAROS_API_URL: 'http://api.invalid',
      HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
    await eventually('a lease request', () => api.leaseRequests.length > 0);
    expect(asked[0]).toBe('api.invalid:80');
    agent.child.kill('SIGKILL');
    await agent.exit;
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('leaves reports on disk when it is killed, and the next one delivers them', async () => {
    const folder = join(temporaryFolder(), 'spool');
    const { agent, runId } = await busy({ PHAROS_SPOOL_DIRECTORY: folder });
    api.failing = 503;
    answer();
    await eventually('the report on disk', () => agent.stdout().includes('keeping them on disk'));
    await eventually(
      'a segment',
      () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.ndjson')),
    );
    await eventually('further tries', () => api.failures > 3);
    agent.child.kill('SIGKILL');
    expect(await agent.exit).toBe('SIGKILL');
    api.failing = null;
    start({ PHAROS_SPOOL_DIRECTORY: folder });
    await eventually('the report', () => api.reportOf(runId));
    expect(api.reports).toHaveLength(1);
  });
});
