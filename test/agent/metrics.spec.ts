import type { Agent } from '#agent';
import type { DestinationStream } from 'pino';
import { createLogger } from '../../apps/agent/src/logging.js';
import { scrape, sumOf } from '../metrics-text.js';
import { eventually } from './eventually.js';
import { FakeApi, LOCATION_KEY } from './fake-api.js';
import { startAgent, temporaryFolder } from './start-agent.js';
import { httpTarget, stopTargets } from './targets.js';

type Line = Record<string, unknown>;

let api: FakeApi;
let agent: Agent | undefined;
let lines: Line[];
const to: DestinationStream = { write: (text) => lines.push(JSON.parse(text) as Line) };

beforeEach(async () => {
  lines = [];
  api = new FakeApi();
  await api.start();
});

afterEach(async () => {
  await agent?.stop();
  agent = undefined;
  await api.stop();
});

afterAll(stopTargets);

const start = async (config = {}) => {
  const logger = createLogger('DEBUG', to);
  agent = await startAgent(api, temporaryFolder(), { concurrency: 7, ...config }, { logger });
};
const url = () => `http://127.0.0.1:${agent!.port()}`;
const urlCheck = (port: number) => ({ request: { method: 'GET', url: `http://127.0.0.1:${port}`, assertions: [] } });
/** Waits until it is more than zero. */
const shows = (name: string, labels = {}) =>
  eventually(name, async () => (sumOf(await scrape(url()), name, labels) ?? 0) > 0);
const reported = (runId: string) => eventually('the report', () => api.reportOf(runId));

describe('GET /metrics of an agent', () => {
  it('shows what it runs, has run and delivered, and its process', async () => {
    let release = () => undefined as void;
    const answered = new Promise<void>((resolve) => (release = resolve));
    const slow = await httpTarget((_, response) => void answered.then(() => response.end('ok')));
    const bad = await httpTarget((_, response) => response.writeHead(500).end());
    await start();
    const lease = api.enqueue(urlCheck(slow));
    await shows('pharos_agent_running_checks');
    let series = await scrape(url());
    expect(sumOf(series, 'pharos_agent_leases_held')).toBe(1);
    expect(sumOf(series, 'pharos_agent_capacity')).toBe(7);
    expect(sumOf(series, 'pharos_agent_ready')).toBe(1);
    release();
    await reported(lease.runId);
    await reported(api.enqueue(urlCheck(bad)).runId);
    api.verdict = () => 'stale';
    api.enqueue(urlCheck(bad));
    await shows('pharos_agent_reports_delivered_total', { verdict: 'stale' });

    series = await scrape(url());
    const probes = 'pharos_agent_probe_duration_seconds_count';
    expect(sumOf(series, probes, { check_type: 'URL', outcome: 'passed' })).toBe(1);
    expect(sumOf(series, probes, { check_type: 'URL', outcome: 'failed' })).toBe(2);
    expect(sumOf(series, 'pharos_agent_start_lateness_seconds_count')).toBe(3);
    expect(sumOf(series, 'pharos_agent_leases_received_total')).toBe(3);
    expect(sumOf(series, 'pharos_agent_reports_delivered_total', { verdict: 'accepted' })).toBe(2);
    expect(sumOf(series, 'pharos_agent_event_loop_delay_seconds')).toBeGreaterThanOrEqual(0);
    expect(sumOf(series, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    const values = series.flatMap(({ labels }) => Object.values(labels));
    expect(values.filter((value) => /[0-9a-f]{8}-|127\.0|:\d/.test(value))).toEqual([]);
  });

  it('shows an API that is away, what waits on disk, and what is lost', async () => {
    const target = await httpTarget((_, response) => response.end('ok'));
    await start();
    api.refuse = () => 400;
    api.enqueue(urlCheck(target));
    await shows('pharos_agent_reports_dropped_total', { reason: 'refused' });
    api.refuse = () => 503;
    const kept = api.enqueue(urlCheck(target));
    await shows('pharos_agent_spool_bytes');
    await shows('pharos_agent_reports_spooled_total');
    await shows('pharos_agent_api_failures_total', { call: 'report' });
    api.refuse = () => null;
    await reported(kept.runId);
    await eventually('the disk is empty', async () => sumOf(await scrape(url()), 'pharos_agent_spool_bytes') === 0);
    expect(sumOf(await scrape(url()), 'pharos_agent_reports_dropped_total')).toBe(1);
  });

  it('is not there when it is off', async () => {
    await start({ metrics: false });
    expect((await fetch(`${url()}/metrics`)).status).toBe(404);
  });
});

describe("an agent's log", () => {
  it('has lines of one shape, in which a run can be followed to the calls of the API, and no key', async () => {
    const target = await httpTarget((_, response) => response.end('ok'));
    await start();
    const { runId } = api.enqueue(urlCheck(target));
    await reported(runId);
    const line = (msg: string) => eventually(msg, () => lines.find((each) => each['msg'] === msg));
    const executed = await line('Executed');
    const told = await line('Reported');

    expect(executed).toMatchObject({ level: 'debug', context: 'Workload', runId, hasFailures: false });
    expect(told).toMatchObject({ context: 'Reporter', runIds: [runId], verdicts: ['accepted'] });
    const calls = api.traceparents.map(({ traceparent }) => traceparent);
    for (const call of calls) expect(call).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(new Set(calls).size).toBe(calls.length);
    const callOf = (each: Line) =>
      api.traceparents.find(({ traceparent }) => traceparent.includes(String(each['traceId'])))?.url;
    expect([callOf(executed), callOf(told)]).toEqual(['/agent/v1/leases', '/agent/v1/results']);

    for (const each of lines) expect(Object.keys(each)).toEqual(expect.arrayContaining(['level', 'time', 'context']));
    expect(new Set(lines.map((each) => each['level']))).toEqual(new Set(['info', 'debug']));
    expect(JSON.stringify(lines)).not.toContain(LOCATION_KEY);
  });
});
