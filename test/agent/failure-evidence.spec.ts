import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Agent, Outcome, Probe } from '#agent';
import { EvidenceBudget } from '../../apps/agent/src/evidence/evidence-budget.js';
import type { Evidence, GatherEvidence } from '../../apps/agent/src/evidence/evidence.js';
import { FailureEvidence } from '../../apps/agent/src/evidence/failure-evidence.js';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { leasedCheck, probeContext } from './probe-run.js';
import { startAgent, temporaryFolder } from './start-agent.js';
import { closedPort, httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

const peer = { address: '192.0.2.1', port: 443 };
const found: Evidence = { notes: ['one', 'two'], problems: ['no tool'], packets: Buffer.from('pcap') };
const failure: Outcome = {
  statusCode: null,
  responseTime: 12,
  timings: null,
  requestError: 'refused',
  networkError: true,
  assertions: [],
  detail: { requestError: 'refused', jobLog: [{ time: 1, msg: 'a script', level: 'INFO' }], pcapDataUrl: null },
};

let checks = 0;
function leaseOf(checkType: 'URL' | 'API' | 'TCP' = 'API') {
  checks += 1;
  return probeContext(leasedCheck(checkType, {}, { id: `check ${checks}` })).lease;
}

const silent = pino({ level: 'silent' });
const never = new AbortController().signal;
const linesOf = ({ detail }: Outcome) => (detail as { jobLog: { msg: string }[] }).jobLog.map(({ msg }) => msg);

describe('the evidence of a failure', () => {
  it('is added to what scripts have logged, with the packets', async () => {
    const evidence = new FailureEvidence(async () => found, silent);
    const outcome = await evidence.addedTo(failure, leaseOf(), peer, never);
    expect(linesOf(outcome)).toEqual(['a script', 'one', 'two', 'no tool']);
    expect(outcome).toMatchObject({
      responseTime: 12,
      detail: { pcapDataUrl: `data:application/vnd.tcpdump.pcap;base64,${Buffer.from('pcap').toString('base64')}` },
      artifacts: [{ name: 'connection.pcap', type: 'pcap', data: Buffer.from('pcap') }],
    });
  });

  it.each<[string, Partial<Outcome>, 'URL' | 'API' | 'TCP', typeof peer | null]>([
    ['an answer', { requestError: null, networkError: false }, 'API', peer],
    ['a failure that is not the network', { networkError: false }, 'API', peer],
    ['a check of another type', {}, 'TCP', peer],
    ['a host without address', {}, 'URL', null],
    ['a run without result', { detail: null }, 'URL', peer],
  ])('is not gathered for %s', async (_name, different, checkType, to) => {
    const evidence = new FailureEvidence(() => Promise.reject(new Error('Nobody should ask')), silent);
    const outcome = { ...failure, ...different };
    expect(await evidence.addedTo(outcome, leaseOf(checkType), to, never)).toBe(outcome);
  });

  it('is gathered once in a while for one check, and the others say where it is', async () => {
    let gathered = 0;
    const evidence = new FailureEvidence(async () => ({ ...found, notes: [`number ${(gathered += 1)}`] }), silent);
    const lease = leaseOf();
    const first = await evidence.addedTo(failure, lease, peer, never);
    const second = await evidence.addedTo(failure, { ...lease, resultId: 'another' }, peer, never);
    expect([linesOf(first)[1], gathered]).toEqual(['number 1', 1]);
    expect(linesOf(second)[1]).toContain(`with the result ${lease.resultId}`);
    expect(second).toMatchObject({ detail: { pcapDataUrl: null } });
  });

  it('is gathered for two checks at a time', async () => {
    const ends: ((found: Evidence) => void)[] = [];
    const evidence = new FailureEvidence(() => new Promise((resolve) => ends.push(resolve)), silent);
    const busy = [1, 2].map(() => evidence.addedTo(failure, leaseOf(), peer, never));
    await eventually('both', () => ends.length === 2);
    expect(linesOf(await evidence.addedTo(failure, leaseOf(), peer, never))[1]).toContain('busy');
    for (const end of ends) end(found);
    await Promise.all(busy);
    const next = evidence.addedTo(failure, leaseOf(), peer, never);
    ends[2]?.(found);
    expect(linesOf(await next)).toContain('two');
  });

  it('delays a report for a short time only, and then does without', async () => {
    const stuck: GatherEvidence = (_peer, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const outcome = await new FailureEvidence(stuck, silent, 50).addedTo(failure, leaseOf(), peer, never);
    expect(linesOf(outcome)[1]).toContain('could be gathered in time');
    const controller = new AbortController();
    const given = new FailureEvidence(stuck, silent).addedTo(failure, leaseOf(), peer, controller.signal);
    controller.abort(new Error('The run was given up'));
    expect(await given).toBe(failure);
  });

  it('leaves packets that are too many to the file', async () => {
    const many = async () => ({ ...found, packets: Buffer.alloc(60_000) });
    const outcome = await new FailureEvidence(many, silent).addedTo(failure, leaseOf(), peer, never);
    expect(outcome).toMatchObject({ detail: { pcapDataUrl: null }, artifacts: [{ data: Buffer.alloc(60_000) }] });
  });

  it('says once in the log what is missing', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const evidence = new FailureEvidence(async () => found, logger);
    for (let n = 0; n < 3; n += 1) await evidence.addedTo(failure, leaseOf(), peer, never);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('no tool');
  });
});

describe('the budget', () => {
  it('lets a check have evidence again after five minutes', () => {
    const budget = new EvidenceBudget();
    const permission = budget.take('a', 'result 1', 0);
    if ('done' in permission) permission.done();
    expect(budget.take('a', 'result 2', 299_999)).toEqual({
      refusal: expect.stringContaining('300 s before, with the result result 1'),
    });
    expect(budget.take('a', 'result 3', 300_000)).toHaveProperty('done');
  });
});

describe('an agent', () => {
  let api: FakeApi;
  let agent: Agent | undefined;

  beforeEach(async () => {
    api = new FakeApi();
    await api.start();
  });

  afterEach(async () => {
    await agent?.stop();
    await api.stop();
  });

  it('looks into the last peer of a failed run once the run is over', async () => {
    const asked: unknown[] = [];
    const gatherEvidence: GatherEvidence = async (to) => {
      asked.push(to);
      return sleep(400, found);
    };
    const probe: Probe = async (_check, { onConnect }) => {
      onConnect?.({ address: '192.0.2.9', port: 80 });
      onConnect?.(peer);
      return failure;
    };
    agent = await startAgent(api, temporaryFolder(), {}, { gatherEvidence, probes: new Map([['URL', probe]]) });
    const { runId } = api.enqueue({});
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ hasFailures: true, errorMessage: 'refused', responseTime: 12 });
    expect(asked).toEqual([peer]);
    expect(report.stoppedAfterMs - report.startedAfterMs).toBeLessThan(350);
    expect(linesOf(report as unknown as Outcome)).toContain('two');
  });

  it('says how its real connection fared', async () => {
    agent = await startAgent(api, temporaryFolder(), { failureEvidence: true });
    const port = await closedPort();
    const { runId } = api.enqueue({ request: { method: 'GET', url: `http://127.0.0.1:${port}/`, assertions: [] } });
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report.errorMessage).toContain('ECONNREFUSED');
    expect(linesOf(report as unknown as Outcome)[0]).toContain(`Connecting once more to 127.0.0.1:${port} failed`);
  });

  it('does not look into a redirect that worked when the next host does not exist', async () => {
    const port = await httpTarget((_request, response) =>
      response.writeHead(302, { Location: 'http://does-not-exist.invalid/' }).end(),
    );
    agent = await startAgent(api, temporaryFolder(), { failureEvidence: true });
    const { runId } = api.enqueue({ request: { method: 'GET', url: `http://127.0.0.1:${port}/`, assertions: [] } });
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ networkError: true, detail: { jobLog: null } });
  });

  it('does not look into what is no matter of the network', async () => {
    agent = await startAgent(api, temporaryFolder(), { failureEvidence: true });
    api.denyTargets = ['127.0.0.0/8'];
    const { runId } = api.enqueue({ request: { method: 'GET', url: 'http://127.0.0.1:1/', assertions: [] } });
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report.detail).toMatchObject({ jobLog: null });
    expect(report.networkError).toBe(false);
  });

  it('is left alone where it is switched off', async () => {
    agent = await startAgent(api, temporaryFolder(), { failureEvidence: false });
    const { runId } = api.enqueue({ request: { method: 'GET', url: `http://127.0.0.1:${await closedPort()}/` } });
    const report = await eventually('the report', () => api.reportOf(runId));
    expect(report).toMatchObject({ networkError: true, detail: { jobLog: null, pcapDataUrl: null } });
  });
});
