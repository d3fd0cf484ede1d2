import type { Socket } from 'node:net';
import { apiRequestOf, assertion } from './ask-api.js';
import { buildAgent, healthPort, spawnAgent, type AgentProcess } from './agent-process.js';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { drip, HEAD, HOSTILE } from './hostile-targets.js';
import { temporaryFolder } from './start-agent.js';
import { httpTarget, stopTargets, tcpTarget } from './targets.js';

let api: FakeApi;
let agent: AgentProcess;
let port: number;

beforeAll(async () => {
  api = new FakeApi();
  await api.start();
  const main = buildAgent(temporaryFolder());
  agent = spawnAgent(main, { PHAROS_API_URL: api.url, PHAROS_SPOOL_DIRECTORY: temporaryFolder() });
  port = await healthPort(agent);
});
afterAll(async () => {
  agent.child.kill('SIGKILL');
  await agent.exit;
  await stopTargets();
  await api.stop();
});

const reportOf = (runId: string) => api.reports.find((report) => report.runId === runId);
const url = (target: number) => `http://127.0.0.1:${target}/`;

/** All at once, and again: sooner or later two of them meet. */
const ROUNDS = 2;
const ENDLESS = (socket: Socket) => socket.once('data', () => drip(socket, `${HEAD}\r\n`, 'x'.repeat(65_536), 0));
const EVIL = '^(a+)+$';

describe('an agent among hostile targets', () => {
  it('reports every run, answers its probes, and does a good one right', async () => {
    const targets = await Promise.all([...HOSTILE.map(([, behaviour]) => behaviour), ENDLESS].map(tcpTarget));
    const slow = await httpTarget((_request, response) => response.end(`{"a":"${'a'.repeat(60)}!"}`));
    const runs = Array.from({ length: ROUNDS }).flatMap(() => [
      ...targets.flatMap((target) =>
        (['URL', 'API'] as const).map((checkType) =>
          api.enqueue({ checkType, request: apiRequestOf({ url: url(target) }) }),
        ),
      ),
      api.enqueue({
        checkType: 'API',
        request: apiRequestOf({
          url: url(slow),
          assertions: [assertion('JSON_BODY', 'NOT_NULL', '', `$[?search(@, '${EVIL}')]`)],
        }),
      }),
    ]);
    await eventually('all reports', () => runs.every(({ runId }) => reportOf(runId)));
    const reports = runs.map(({ runId }) => reportOf(runId)!);
    expect(reports.filter(({ hasErrors }) => hasErrors)).toEqual([]);
    expect(new Set(reports.map(({ runId }) => runId)).size).toBe(runs.length);
    for (const path of ['/-/readiness', '/-/liveness', '/health']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    }
    const good = await httpTarget((_request, response) => response.end('well'));
    const { runId } = api.enqueue({ checkType: 'API', request: apiRequestOf({ url: url(good) }) });
    expect(await eventually('the good one', () => reportOf(runId))).toMatchObject({
      hasFailures: false,
      statusCode: 200,
    });
    expect([agent.child.exitCode, agent.stderr()]).toEqual([null, '']);
  });
});
