import { readFileSync } from 'node:fs';
import { buildAgent, healthPort, spawnAgent, type AgentProcess } from './agent-process.js';
import { apiRequestOf } from './ask-api.js';
import { eventually } from './eventually.js';
import { FakeApi, LOCATION_KEY } from './fake-api.js';
import { temporaryFolder } from './start-agent.js';
import { httpTarget, stopTargets } from './targets.js';

const CANARY = 'canary-of-the-environment';

let api: FakeApi;
let agent: AgentProcess;
let port: number;
let target: number;
let asked: number;

beforeEach(async () => {
  api = new FakeApi();
  await api.start();
  target = await httpTarget((_request, response) => {
    asked += 1;
    response.end('well');
  });
  asked = 0;
  const env = { PHAROS_API_URL: api.url, PHAROS_SPOOL_DIRECTORY: temporaryFolder(), PHAROS_TEST: CANARY };
  agent = spawnAgent(buildAgent(temporaryFolder()), env);
  port = await healthPort(agent);
});
afterEach(async () => {
  agent.child.kill('SIGKILL');
  await agent.exit;
  await stopTargets();
  await api.stop();
});

const check = (setUp: string, tearDown = '') => ({
  checkType: 'API' as const,
  request: apiRequestOf({ url: `http://127.0.0.1:${target}/` }),
  scripts: { setUp: [{ source: setUp }], tearDown: tearDown ? [{ source: tearDown }] : [] },
});
const reported = (runId: string) => eventually('the report', () => api.reportOf(runId), 20_000);

/** Processes whose parent is this one. */
const childrenOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
};
const lives = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const HOSTILE = [
  `for (;;) process.kill(process.ppid, 'SIGKILL')`,
  `process._debugProcess(process.ppid)`,
  `const all = []; for (;;) all.push({ a: 1 })`,
  `const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1))`,
  `for (let i = 0; i < 100_000; i += 1) console.log('x'.repeat(10_000)); process.exit(1)`,
  `for (;;) require('fs').writeSync(3, '{"log":{"msg":"x"}}'.repeat(1_000))`,
  `require('fs').closeSync(3)`,
  `process.abort()`,
  `request.body = 'x'.repeat(50_000_000)`,
  `Object.defineProperty(Object.prototype, 'body', { get() { throw 1 } }); JSON.stringify = null`,
  `throw new Error(require('fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8'))`,
  `throw new Error(JSON.stringify(process.env) + require('util').inspect(process, { depth: 5, showHidden: true }))`,
];

describe('an agent that runs hostile scripts', () => {
  it('reports every run, tells nothing of its own, answers its probes, and does a good one right', async () => {
    const runs = HOSTILE.map((source) => api.enqueue(check(source)));
    const reports = await Promise.all(runs.map(({ runId }) => reported(runId)));
    // Two of them harm only themselves.
    expect(reports.filter(({ hasErrors }) => hasErrors)).toEqual([]);
    expect(reports.filter(({ hasFailures }) => hasFailures).length).toBeGreaterThanOrEqual(HOSTILE.length - 2);
    const everything = JSON.stringify(api.reports) + agent.stdout() + agent.stderr();
    for (const own of [CANARY, LOCATION_KEY]) expect(everything).not.toContain(own);
    for (const path of ['/-/readiness', '/-/liveness']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    }
    const good = api.enqueue(check(`console.log('fine')`, `response.body += '!'`));
    expect(await reported(good.runId)).toMatchObject({
      hasFailures: false,
      detail: { response: { body: 'well!' }, jobLog: [{ msg: 'fine', level: 'INFO' }] },
    });
    expect(childrenOf(agent.child.pid!)).toEqual([]);
    expect(agent.child.exitCode).toBeNull();
  });

  it('leaves no script behind when it is killed', async () => {
    api.enqueue(
      check(`await fetch('http://127.0.0.1:${target}/'); await new Promise((resolve) => setTimeout(resolve, 60_000))`),
    );
    await eventually('the script', () => asked > 0);
    const [script] = childrenOf(agent.child.pid!);
    expect(lives(script!)).toBe(true);
    agent.child.kill('SIGKILL');
    await agent.exit;
    expect(await eventually('its end', () => !lives(script!), 5_000)).toBe(true);
  });
});
