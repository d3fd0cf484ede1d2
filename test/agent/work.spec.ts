import type { Agent, Outcome, Probe } from '#agent';
import { eventually } from './eventually.js';
import { FakeApi, LOCATION_KEY } from './fake-api.js';
import { startAgent, temporaryFolder } from './start-agent.js';
import { httpTarget, stopTargets } from './targets.js';

const folder = temporaryFolder();
let api: FakeApi;
let agent: Agent | undefined;

beforeEach(async () => {
  api = new FakeApi();
  await api.start();
});

afterEach(async () => {
  await agent?.stop();
  agent = undefined;
  await api.stop();
});

afterAll(stopTargets);

const urlCheck = (url: string) => ({ request: { method: 'GET', url, assertions: [] } });
const health = async (path: string) => (await fetch(`http://127.0.0.1:${agent?.port()}${path}`)).status;

const nothing: Outcome = {
  statusCode: null,
  responseTime: 1,
  timings: null,
  requestError: null,
  networkError: false,
  assertions: [],
  detail: null,
};

const deaf: Probe = () => new Promise(() => undefined);
const broken: Probe = () => Promise.reject(new Error('by design'));

/** A probe that runs until the test lets it go. */
function heldProbe() {
  let [running, most] = [0, 0];
  const ends: (() => void)[] = [];
  const probe: Probe = async (_check, _context, signal) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => {
      ends.push(resolve);
      signal.addEventListener('abort', () => resolve());
    });
    running -= 1;
    signal.throwIfAborted();
    return nothing;
  };
  const letGo = () => ends.splice(0).forEach((end) => end());
  return { probes: new Map([['URL' as const, probe]]), letGo, running: () => running, most: () => most };
}

describe('the work of an agent', () => {
  it('leases a run, executes it and reports it', async () => {
    const port = await httpTarget((_request, response) => response.end('hello'));
    agent = await startAgent(api, folder);
    const { runId } = api.enqueue(urlCheck(`http://127.0.0.1:${port}/`));
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ token: 1, attempt: 1, statusCode: 200, hasFailures: false, hasErrors: false });
    expect(report.startedAfterMs).toBeGreaterThanOrEqual(0);
    expect(report.stoppedAfterMs).toBeGreaterThanOrEqual(report.startedAfterMs);
    expect(api.leaseRequests[0]).toMatchObject({ capacity: 100, slots: 100, runtimes: ['2026.04'], waitSeconds: 0 });
    // ICMP too, where the machine has a ping that works.
    expect(api.leaseRequests[0]?.checkTypes.filter((type) => type !== 'ICMP')).toEqual(['URL', 'API', 'TCP', 'DNS']);
    const second = await eventually('a long poll', () => api.leaseRequests[1]);
    expect(second.waitSeconds).toBe(25);
  });

  it('takes the check types that it is told to, and has no runtime without API checks', async () => {
    agent = await startAgent(api, temporaryFolder(), { checkTypes: ['URL', 'DNS', 'BROWSER'], concurrency: 7 });
    const request = await eventually('a request', () => api.leaseRequests[0]);
    expect(request).toMatchObject({ checkTypes: ['URL', 'DNS'], runtimes: [], slots: 7 });
  });

  it('executes many runs, each once', async () => {
    let asked = 0;
    const port = await httpTarget((_request, response) => response.end(String((asked += 1))));
    for (let i = 0; i < 250; i += 1) api.enqueue(urlCheck(`http://127.0.0.1:${port}/`));
    agent = await startAgent(api, folder);
    await eventually('all reports', () => api.reports.length >= 250);
    expect(new Set(api.reports.map(({ runId }) => runId)).size).toBe(250);
    expect([asked, api.reports.length]).toEqual([250, 250]);
  });

  it('never holds more than its concurrency', async () => {
    const held = heldProbe();
    for (let i = 0; i < 7; i += 1) api.enqueue(urlCheck('http://127.0.0.1/'));
    agent = await startAgent(api, folder, { concurrency: 3 }, { probes: held.probes });
    await eventually('a full agent', () => held.running() === 3);
    await eventually('all reports', () => {
      held.letGo();
      return api.reports.length === 7;
    });
    expect(held.most()).toBe(3);
    expect(Math.max(...api.leaseRequests.map(({ capacity }) => capacity))).toBe(3);
  });

  it('renews all it holds in one call, and drops what was lost', async () => {
    const held = heldProbe();
    const [first, second] = [api.enqueue(urlCheck('http://127.0.0.1/')), api.enqueue(urlCheck('http://127.0.0.1/'))];
    agent = await startAgent(api, folder, {}, { probes: held.probes, renewEveryMs: 20 });
    await eventually('a renewal of both', () => api.renewed.some((leases) => leases.length === 2));
    api.lost = [{ runId: first.runId, token: first.token }];
    await eventually('the lost run to end', () => held.running() === 1);
    api.lost = [];
    held.letGo();
    await eventually('the other report', () => api.reportOf(second.runId));
    expect(api.reportOf(first.runId)).toBeUndefined();
  });

  it('reports a run that takes too long as failed on the network', async () => {
    const { runId } = api.enqueue(urlCheck('http://127.0.0.1/'));
    agent = await startAgent(api, folder, {}, { probes: new Map([['URL', deaf]]), runLimitMs: 50 });
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ hasFailures: true, hasErrors: false, networkError: true });
    expect(report.errorMessage).toBe('Your check run has reached the maximum run time of 50 ms.');
  });

  it('judges a slow answer by the limits of the check', async () => {
    const port = await httpTarget((_request, response) => setTimeout(() => response.end(), 60));
    agent = await startAgent(api, folder);
    const check = urlCheck(`http://127.0.0.1:${port}/`);
    const degraded = api.enqueue({ ...check, degradedResponseTime: 50 }).runId;
    const failed = api.enqueue({ ...check, degradedResponseTime: 10, maxResponseTime: 50 }).runId;
    await eventually('both reports', () => api.reports.length === 2);
    expect(api.reportOf(degraded)).toMatchObject({ isDegraded: true, hasFailures: false, overMaxResponseTime: false });
    expect(api.reportOf(failed)).toMatchObject({ isDegraded: false, hasFailures: true, overMaxResponseTime: true });
  });

  it.each([
    ['a probe that throws', {}, 'by design'],
    ['a type that it does not know', { checkType: 'DNS' as const }, 'DNS'],
  ])('survives %s: that is an error, not a failure', async (_name, check, words) => {
    agent = await startAgent(api, folder, {}, { probes: new Map([['URL', broken]]) });
    const { runId } = api.enqueue({ ...urlCheck('http://127.0.0.1/'), ...check });
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ hasErrors: true, hasFailures: false, networkError: false });
    expect(report.errorMessage).toContain(words);
  });

  it.each([
    [null],
    ['text'],
    [{ url: 'ftp://127.0.0.1/' }],
    [{ url: 'http://' }],
    [{ url: 'http://a/', method: 'PUT' }],
  ])('survives the request %j', async (request) => {
    agent = await startAgent(api, folder);
    const { runId } = api.enqueue({ request });
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ hasErrors: true, hasFailures: false });
    expect(report.errorMessage).toContain('cannot be executed');
  });

  it('executes nothing behind an address policy that it cannot read', async () => {
    let asked = 0;
    const port = await httpTarget((_request, response) => response.end(String((asked += 1))));
    api.denyTargets = ['not an address'];
    agent = await startAgent(api, folder);
    const { runId } = api.enqueue(urlCheck(`http://127.0.0.1:${port}/`));
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ hasErrors: true, hasFailures: false });
    expect([report.errorMessage?.includes('"not an address"'), asked]).toEqual([true, 0]);
  });
});

describe('the probes of an orchestrator', () => {
  it('are ready once the API has accepted the key', async () => {
    api.failing = 503;
    agent = await startAgent(api, folder);
    await eventually('a call', () => api.failures > 0);
    expect(await health('/-/readiness')).toBe(503);
    expect([await health('/-/liveness'), await health('/health'), await health('/')]).toEqual([200, 200, 404]);
    api.failing = null;
    await eventually('readiness', async () => (await health('/-/readiness')) === 200);
  });

  it('are not ready with a key that is refused', async () => {
    agent = await startAgent(api, folder, { apiKey: LOCATION_KEY.replace('0', 'f') });
    expect(await health('/-/readiness')).toBe(503);
    expect(api.leaseRequests).toEqual([]);
  });

  it('say that the port is taken', async () => {
    agent = await startAgent(api, folder);
    const healthPort = agent.port();
    await expect(startAgent(api, folder, { healthPort })).rejects.toThrow(
      `port ${healthPort} is taken: set AGENT_HEALTH_PORT`,
    );
  });
});

describe('a drain', () => {
  it('turns readiness, gives back what has not started and finishes what runs', async () => {
    const held = heldProbe();
    agent = await startAgent(api, folder, {}, { probes: held.probes });
    const { runId } = api.enqueue(urlCheck('http://127.0.0.1/'));
    await eventually('the run', () => held.running() === 1);
    let stopped = false;
    const stop = agent.stop().then(() => (stopped = true));
    expect(await health('/-/readiness')).toBe(503);
    expect([await health('/-/liveness'), await health('/health')]).toEqual([200, 200]);
    expect(stopped).toBe(false);
    held.letGo();
    await stop;
    expect(api.reportOf(runId)).toMatchObject({ hasErrors: false });
    await expect(health('/health')).rejects.toThrow('The health port is not open');
  });

  it('gives back what still runs when the grace period is over', async () => {
    const held = heldProbe();
    agent = await startAgent(api, folder, { graceSeconds: 0.05 }, { probes: held.probes });
    const { runId, token } = api.enqueue(urlCheck('http://127.0.0.1/'));
    await eventually('the run', () => held.running() === 1);
    await agent.stop();
    expect(api.released).toEqual([{ runId, token }]);
    expect(api.reports).toEqual([]);
  });

  it('gives back what waits for its start', async () => {
    const held = heldProbe();
    for (let i = 0; i < 50; i += 1) api.enqueue(urlCheck('http://127.0.0.1/'));
    agent = await startAgent(api, folder, {}, { probes: held.probes });
    await eventually('some runs', () => held.running() > 0);
    const stop = agent.stop();
    await eventually('leases given back', () => api.released.length > 0);
    held.letGo();
    await stop;
    expect(api.released.length + api.reports.length).toBe(50);
  });
});
