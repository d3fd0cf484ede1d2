import { appendFileSync, existsSync, readdirSync, readFileSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Agent } from '#agent';
import type { RunReport } from '#agent-protocol';
import { Spool } from '../../apps/agent/src/work/spool.js';
import { touch } from '../../apps/agent/src/work/spool-owner.js';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { silent, startAgent, temporaryFolder } from './start-agent.js';
import { httpTarget, stopTargets } from './targets.js';

const segments = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
const report = (runId: string, size = 0) => JSON.stringify({ runId, filler: 'x'.repeat(size) });
const owners = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.owner'));
const idsOf = (texts: readonly string[]) => texts.map((text) => (JSON.parse(text) as RunReport).runId);

async function drained(spool: Spool): Promise<string[]> {
  const ids: string[] = [];
  for (let batch = await spool.oldest(); batch !== null; batch = await spool.oldest()) {
    ids.push(...idsOf(batch.texts));
    await batch.remove();
  }
  return ids;
}

describe('the spool', () => {
  it('keeps reports in order, in batches of at most 100', async () => {
    const spool = new Spool(temporaryFolder(), 'a', 'key', silent);
    const ids = Array.from({ length: 250 }, (_, index) => String(index));
    for (const id of ids) await spool.append([report(id)]);
    const batch = await spool.oldest();
    expect(batch?.texts).toHaveLength(100);
    expect(await drained(spool)).toEqual(ids);
    expect(spool.isEmpty).toBe(true);
    await spool.close();
  });

  it('gives the same batch until it is removed, and takes new reports meanwhile', async () => {
    const spool = new Spool(temporaryFolder(), 'a', 'key', silent);
    await spool.append([report('1')]);
    await spool.oldest();
    await spool.append([report('2')]);
    expect(idsOf((await spool.oldest())?.texts ?? [])).toEqual(['1']);
    expect(await drained(spool)).toEqual(['1', '2']);
    await spool.close();
  });

  it('loses nothing while it is emptied and filled at the same time', async () => {
    const spool = new Spool(temporaryFolder(), 'a', 'key', silent);
    const ids = Array.from({ length: 20 }, (_, index) => String(index));
    const found: string[] = [];
    const filling = new AbortController();
    const emptied = (async () => {
      for (; !filling.signal.aborted; await setImmediate()) found.push(...(await drained(spool)));
    })();
    // Large ones take several writes each.
    for (const id of ids) await spool.append([report(id, 4_000_000)]);
    filling.abort();
    await emptied;
    found.push(...(await drained(spool)));
    expect(found).toEqual(ids);
    await spool.close();
  });

  it('leaves out what a crash has cut short', async () => {
    const folder = temporaryFolder();
    const spool = new Spool(folder, 'a', 'key', silent);
    await spool.append([report('1')]);
    appendFileSync(join(folder, segments(folder)[0] ?? ''), '\n{"runId":"cut');
    await spool.append([report('2')]);
    expect(await drained(spool)).toEqual(['1', '2']);
    expect(segments(folder)).toEqual([]);
    await spool.close();
  });

  it('loses the oldest when it is full', async () => {
    const spool = new Spool(temporaryFolder(), 'a', 'key', silent, 100_000);
    for (let id = 0; id < 300; id += 1) await spool.append([report(String(id), 1_000)]);
    const kept = await drained(spool);
    expect(kept.at(-1)).toBe('299');
    expect(kept.length).toBeLessThan(300);
    await spool.close();
  });

  it('is adopted from an agent that has left, of the same location only', async () => {
    const folder = temporaryFolder();
    for (const [agent, key] of [['a', 'key'] as const, ['b', 'another key'] as const]) {
      const spool = new Spool(folder, agent, key, silent);
      await spool.append([report(agent)]);
      await spool.close();
    }
    const next = new Spool(folder, 'c', 'key', silent);
    await next.adopt();
    expect(await drained(next)).toEqual(['a']);
    expect(segments(folder)).toHaveLength(1);
    await next.close();
  });

  it('is not adopted from an agent that lives, and by one agent only', async () => {
    const folder = temporaryFolder();
    const owner = new Spool(folder, 'a', 'key', silent);
    await owner.append([report('1')]);
    const others = ['b', 'c', 'd'].map((name) => new Spool(folder, name, 'key', silent));
    await Promise.all(others.map((spool) => spool.adopt()));
    expect(others.every((spool) => spool.isEmpty)).toBe(true);
    await owner.close();
    await Promise.all(others.map((spool) => spool.adopt()));
    const taken = await Promise.all(others.map(drained));
    expect(taken.flat()).toEqual(['1']);
    await Promise.all(others.map((spool) => spool.close()));
  });

  const anHourAgo = Date.now() / 1_000 - 3_600;

  /** Lets `b` adopt what `a` has kept, once `change` was done to the claim of `a`. */
  async function adopted(change: (claim: string) => void): Promise<string[]> {
    const folder = temporaryFolder();
    const owner = new Spool(folder, 'a', 'key', silent);
    await owner.append([report('1')]);
    change(join(folder, owners(folder)[0] ?? ''));
    const next = new Spool(folder, 'b', 'key', silent);
    await next.adopt();
    const ids = await drained(next);
    await Promise.all([owner.close(), next.close()]);
    return ids;
  }

  it.each([
    // The highest process id that Linux gives is 2^22.
    ['that was killed', { pid: 2 ** 22 + 1, host: hostname(), began: '1' }],
    ['whose id another process has now', { pid: process.ppid, host: hostname(), began: '1' }],
    ['whose id this process has now', { pid: process.pid, host: hostname(), began: '1' }],
  ])('is adopted from a process %s', async (_, claim) => {
    expect(await adopted((path) => writeFileSync(path, JSON.stringify(claim)))).toEqual(['1']);
  });

  it('is adopted from another machine only once its agent was silent for long', async () => {
    const elsewhere = JSON.stringify({ pid: process.pid, host: 'another-machine', began: '1' });
    expect(await adopted((path) => writeFileSync(path, elsewhere))).toEqual([]);
    const silentFor = (path: string) => {
      writeFileSync(path, elsewhere);
      utimesSync(path, anHourAgo, anHourAgo);
    };
    expect(await adopted(silentFor)).toEqual(['1']);
  });

  it('is not adopted from a living agent of this machine, however old its claim looks', async () => {
    const ids = await adopted((path) => utimesSync(path, anHourAgo, anHourAgo));
    expect(ids).toEqual(existsSync('/proc/self/stat') ? [] : ['1']);
  });

  it('is claimed again when its claim was taken away', async () => {
    const folder = temporaryFolder();
    const spool = new Spool(folder, 'a', 'key', silent);
    await spool.append([report('1')]);
    const path = join(folder, owners(folder)[0] ?? '');
    const claim = readFileSync(path, 'utf8');
    unlinkSync(path);
    await touch(path);
    expect(readFileSync(path, 'utf8')).toBe(claim);
    await spool.close();
  });
});

describe('reports while the API is away', () => {
  let api: FakeApi;
  let agent: Agent | undefined;
  let target: string;

  beforeAll(async () => {
    target = `http://127.0.0.1:${await httpTarget((_request, response) => response.end())}/`;
  });
  beforeEach(async () => {
    api = new FakeApi();
    await api.start();
  });
  afterEach(async () => {
    await agent?.stop();
    await api.stop();
  });
  afterAll(stopTargets);

  /** Lets the API go away as soon as it has leased `runs` runs. */
  async function leaseAndLose(folder: string, runs: number): Promise<string[]> {
    agent = await startAgent(api, folder);
    await eventually('a long poll', () => api.leaseRequests.length > 1);
    const ids = Array.from({ length: runs }, () => api.enqueue({ request: { method: 'GET', url: target } }).runId);
    api.failing = 503;
    return ids;
  }

  it('are kept on disk and delivered once', async () => {
    const folder = temporaryFolder();
    const ids = await leaseAndLose(folder, 3);
    await eventually('reports on disk', () => segments(folder).length > 0);
    expect(api.reports).toEqual([]);
    api.failing = null;
    await eventually('all reports', () => api.reports.length >= 3);
    await eventually('an empty spool', () => segments(folder).length === 0);
    expect(api.reports.map(({ runId }) => runId).toSorted()).toEqual(ids.toSorted());
  });

  it('survive the end of the agent: the next one delivers them', async () => {
    const folder = temporaryFolder();
    const ids = await leaseAndLose(folder, 3);
    await eventually('a refused report', () => segments(folder).length > 0);
    await agent?.stop();
    expect(segments(folder)).not.toEqual([]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.owner'))).toEqual([]);
    api.failing = null;
    agent = await startAgent(api, folder);
    await eventually('all reports', () => api.reports.length >= 3);
    expect(api.reports.map(({ runId }) => runId).toSorted()).toEqual(ids.toSorted());
    await eventually('an empty spool', () => segments(folder).length === 0);
  });

  it('are tried again while the disk does not take them', async () => {
    const folder = join(temporaryFolder(), 'a-file');
    writeFileSync(folder, '');
    const [runId] = await leaseAndLose(join(folder, 'spool'), 1);
    const failures = api.failures;
    await eventually('further tries', () => api.failures > failures + 2);
    api.failing = null;
    expect(await eventually('the report', () => api.reportOf(runId ?? ''))).toMatchObject({ hasErrors: false });
  });

  it('that the API will never take do not hold up the others', async () => {
    const folder = temporaryFolder();
    agent = await startAgent(api, folder);
    await eventually('a long poll', () => api.leaseRequests.length > 1);
    const refused = api.enqueue({ request: { method: 'GET', url: target } }).runId;
    api.refuse = (report) => (report.runId === refused ? 413 : null);
    const good = api.enqueue({ request: { method: 'GET', url: target } }).runId;
    await eventually('the good report', () => api.reportOf(good));
    await agent.stop();
    expect([api.reportOf(refused), segments(folder)]).toEqual([undefined, []]);
  });

  it.each(['duplicate', 'stale'] as const)('that are %s are done with', async (verdict) => {
    const folder = temporaryFolder();
    let seen = 0;
    api.verdict = () => {
      seen += 1;
      return verdict;
    };
    await leaseAndLose(folder, 1);
    await eventually('a report on disk', () => segments(folder).length > 0);
    api.failing = null;
    await eventually('an empty spool', () => segments(folder).length === 0);
    expect(seen).toBe(1);
  });
});
