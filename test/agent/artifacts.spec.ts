import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Agent, ArtifactFile, Outcome, ProbeRegistry } from '#agent';
import { ARTIFACTS_PATH, type LeaseContext } from '#agent-protocol';
import { pino } from 'pino';
import { ArtifactSpool } from '../../apps/agent/src/artifacts/artifact-spool.js';
import { scrape, sumOf } from '../metrics-text.js';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { silent, startAgent, temporaryFolder } from './start-agent.js';

let api: FakeApi;
const stored = new Map<string, { content: Buffer; query: URLSearchParams; contentType?: string }>();
/** Names in the order in which they came, and what the next ones are answered with; then they are taken. */
let attempts: string[];
let answers: number[];
const agents: Agent[] = [];

beforeEach(async () => {
  stored.clear();
  [attempts, answers] = [[], []];
  api = new FakeApi();
  api.upload = take;
  await api.start();
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.stop()));
  await api.stop();
});

async function take(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams: query } = new URL(request.url!, 'http://api');
  attempts.push(pathname.split('/').at(-1)!);
  const status = answers.shift() ?? 200;
  const contentType = request.headers['content-type'];
  if (status === 200) stored.set(pathname, { content: Buffer.concat(chunks), query, contentType });
  return status;
}

const passed = (artifacts: ArtifactFile[]): Outcome => ({
  statusCode: 200,
  responseTime: 1,
  timings: null,
  requestError: null,
  networkError: false,
  assertions: [],
  detail: null,
  artifacts,
});
const leaving = (...artifacts: ArtifactFile[]): ProbeRegistry =>
  new Map([['URL', () => Promise.resolve(passed(artifacts))]]);
const text = (name: string, content: string): ArtifactFile => {
  return { name, type: 'log', contentType: 'text/plain', data: Buffer.from(content) };
};

async function start(probes: ProbeRegistry, folder = temporaryFolder(), logger = silent): Promise<string> {
  agents.push(await startAgent(api, folder, {}, { probes, logger }));
  return folder;
}
const onDisk = (folder: string) =>
  existsSync(join(folder, 'artifacts'))
    ? readdirSync(join(folder, 'artifacts')).filter((name) => !name.endsWith('.owner'))
    : [];
const stop = () => agents.pop()!.stop();

it('uploads the files of a run beside its report, and keeps nothing', async () => {
  const pcap = randomBytes(3_000_000);
  const path = join(temporaryFolder(), 'somewhere');
  writeFileSync(path, pcap);
  const capture: ArtifactFile = { name: 'x.pcap', type: 'pcap', contentType: 'application/x-pcap', data: { path } };
  const folder = await start(leaving(capture, text('trace.txt', '1 router')));
  const lease = api.enqueue({}, { attempt: 2 });
  await eventually('the report', () => api.reportOf(lease.runId));
  await eventually('both files', () => stored.size === 2);
  const of = (name: string) => stored.get(`${ARTIFACTS_PATH}/${lease.resultId}/${name}`)!;
  expect(of('trace.txt').content.toString()).toBe('1 router');
  expect(of('trace.txt').contentType).toBe('text/plain');
  expect(of('x.pcap').content.equals(pcap)).toBe(true);
  expect(Object.fromEntries(of('x.pcap').query)).toEqual({
    runId: lease.runId,
    token: '1',
    attempt: '2',
    type: 'pcap',
    sha256: createHash('sha256').update(pcap).digest('hex'),
  });
  await eventually('an empty disk', () => onDisk(folder).length === 0);
});

it('scrubs text, and lets nothing of the run stay on disk but what the upload needs', async () => {
  const secret = 'canary-7f3a9b';
  api.context = {
    version: '1',
    accountId: 'a',
    variables: [{ key: 'TOKEN', value: secret, secret: true }],
    snippets: [],
    certificates: [],
    proxyUrl: null,
  } satisfies LeaseContext;
  answers = Array.from({ length: 5 }, () => 503);
  const folder = await start(leaving(text('log.txt', `sent ${secret} and ${Buffer.from(secret).toString('base64')}`)));
  api.enqueue({ request: { url: `http://x/${secret}` } });
  const [kept = ''] = await eventually('a file on disk', () => attempts.length > 0 && onDisk(folder));
  const files = readdirSync(join(folder, 'artifacts', kept));
  expect(files.toSorted()).toEqual(['about.json', 'data']);
  for (const name of files) {
    const content = readFileSync(join(folder, 'artifacts', kept, name), 'utf8');
    expect(content).not.toContain(secret);
    expect(content).not.toContain(Buffer.from(secret).toString('base64'));
  }
});

it('tries again while the API is away, and goes on where an earlier agent ended', async () => {
  const folder = await start(leaving(text('a.txt', 'a')));
  const lease = api.enqueue({});
  answers = [503, 503];
  await eventually('it is uploaded', () => stored.size === 1);
  expect(attempts).toEqual(['a.txt', 'a.txt', 'a.txt']);

  answers = Array.from({ length: 1_000 }, () => 503);
  const second = api.enqueue({});
  await eventually('it is tried', () => attempts.length > 4);
  await eventually('both reports', () => api.reportOf(lease.runId) && api.reportOf(second.runId));
  await stop();
  expect(onDisk(folder)).toHaveLength(1);
  answers = [];
  await start(leaving(), folder);
  await eventually('the next agent has uploaded it', () => stored.size === 2);
  expect(stored.has(`${ARTIFACTS_PATH}/${second.resultId}/a.txt`)).toBe(true);
  await eventually('an empty disk', () => onDisk(folder).length === 0);
});

it('gives up what the API refuses, says so, and uploads the others', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const bad = { ...text('no/name', 'x') };
  await start(leaving(bad, text('refused.txt', 'x'), text('good.txt', 'y')), temporaryFolder(), logger);
  answers = [409];
  const { runId } = api.enqueue({});
  await eventually('the good one', () => stored.size === 1);
  expect(attempts.toSorted()).toEqual(['good.txt', 'refused.txt']);
  const lost = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 50);
  expect(lost).toEqual([
    expect.objectContaining({ runId, name: 'no/name', msg: expect.stringContaining('its name cannot be used') }),
    expect.objectContaining({
      runId,
      name: 'refused.txt',
      bytes: 1,
      status: 409,
      msg: expect.stringContaining('will not take it'),
    }),
  ]);
  const series = await scrape(`http://127.0.0.1:${agents[0]!.port()}`);
  expect(sumOf(series, 'pharos_agent_reports_dropped_total', { reason: 'artifact' })).toBe(2);
  expect(sumOf(series, 'pharos_agent_artifacts_uploaded_total', { verdict: 'stored' })).toBe(1);
});

describe('on disk', () => {
  const of = { runId: 'r', token: 1, attempt: 1, resultId: 'result' };
  const spoolOf = (folder: string, agent: string) => new ArtifactSpool(folder, agent, 'location', silent);

  it('nothing stays of a file that could not be kept', async () => {
    const folder = temporaryFolder();
    const spool = spoolOf(folder, 'a');
    const gone: ArtifactFile = { ...text('a.txt', ''), data: { path: join(folder, 'no-such-file') } };
    await expect(spool.keep(of, gone)).rejects.toThrow('ENOENT');
    await spool.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('nothing stays of files that their agent did not write to their end, nor of its claim', async () => {
    const folder = temporaryFolder();
    const before = spoolOf(folder, 'a');
    await before.keep(of, text('a.txt', 'a'));
    await before.close();
    writeFileSync(join(folder, 'location.a.owner'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), began: '1' }));
    for (const [number, file] of [[2, 'data'] as const, [3, 'about.json'] as const]) {
      const cut = join(folder, `location.a.0000000${number}.artifact`);
      mkdirSync(cut);
      writeFileSync(join(cut, file), '{}');
    }
    const next = spoolOf(folder, 'b');
    await next.adopt();
    expect(readdirSync(folder)).toEqual(['location.b.00000001.artifact', 'location.b.owner']);
    const kept = await next.oldest();
    expect(kept?.about).toMatchObject({ ...of, name: 'a.txt', size: 1 });
    await kept?.remove();
    await next.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
