import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CuttableProxy, startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { buildAgent, healthPort, spawnAgent, type AgentProcess } from '../agent/agent-process.js';
import { eventually } from '../agent/eventually.js';
import { temporaryFolder } from '../agent/start-agent.js';
import { scrape, sumOf } from '../metrics-text.js';

const CHECKS = 30;
const HOUR_MS = 3_600_000;
const main = buildAgent(temporaryFolder());

let api: TestApi;
let way: CuttableProxy;
let account: TestAccount;
let apiKey: string;
let target: Server;
let asked: number;
let askedFor: string | undefined;
/** While set, the target answers nothing. */
let hold: Promise<void> | null;
let agent: AgentProcess | undefined;

beforeAll(async () => {
  api = await startApi();
  way = await CuttableProxy.before(api.url);
  target = createServer((request, response) => {
    asked += 1;
    askedFor = request.url;
    void Promise.resolve(hold).then(() => setTimeout(() => response.end('ok'), 30));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  await way.close();
  await api?.close();
});
beforeEach(async () => {
  [asked, hold] = [0, null];
  account = await api.account();
  const location = { name: 'Here', slugName: 'here' };
  const { id } = (await account.client.post<{ id: string }>('/v1/private-locations', location)).expect(201).body;
  const key = await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`);
  apiKey = key.expect(201).body.rawKey;
});
afterEach(async () => {
  agent?.child.kill('SIGKILL');
  await agent?.exit;
});

/** An agent process of its own; `clockOffMs` is how far off its clock is. */
async function start(clockOffMs = 0): Promise<string> {
  const shift = `const now = Date.now; Date.now = () => now() + ${clockOffMs};
    globalThis.Date = class extends Date { constructor(...a) { super(...(a.length === 0 ? [Date.now()] : a)); } };`;
  agent = spawnAgent(main, {
    API_KEY: apiKey,
    PHAROS_API_URL: way.url.replace(/\/$/, ''),
    PHAROS_SPOOL_DIRECTORY: temporaryFolder(),
    ...(clockOffMs !== 0 && { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shift)}` }),
  });
  return `http://127.0.0.1:${await healthPort(agent)}`;
}

const create = async (type: 'url' | 'api' = 'url', path = '') => {
  const { port } = target.address() as AddressInfo;
  const where = { privateLocations: ['here'], frequency: 1440, doubleCheck: false };
  const body = urlCheckBody({ ...where, request: { url: `http://127.0.0.1:${port}/${path}` } });
  return (await account.client.post<{ id: string }>(`/v1/checks/${type}`, body)).expect(201).body.id;
};
const count = async (text: string) =>
  (await api.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`, [account.id]))[0]!.n;

it('while the API is away an agent goes on, and delivers everything afterwards, once', async () => {
  let release = () => undefined as void;
  hold = new Promise((resolve) => (release = resolve));
  const health = await start();
  await Promise.all(Array.from({ length: CHECKS }, () => create()));
  await eventually('all are running', () => asked === CHECKS);
  way.cut();
  hold = null;
  release();
  const of = async (name: string) => sumOf(await scrape(health), `pharos_agent_${name}`) ?? 0;
  await eventually('all are on disk', async () => (await of('reports_spooled_total')) === CHECKS);
  expect(await count('check_results WHERE account_id = $1')).toBe(0);

  way.restore();
  const done = `check_sessions WHERE account_id = $1 AND status = 'PASSED'`;
  await eventually('all are delivered', async () => (await count(done)) === CHECKS);
  const finals = await api.sql<{ finals: number; results: number }>(
    `SELECT count(*) FILTER (WHERE result_type = 'FINAL')::int AS finals, count(*)::int AS results
     FROM check_results WHERE account_id = $1 GROUP BY run_id`,
    [account.id],
  );
  expect(finals).toEqual(Array.from({ length: CHECKS }, () => ({ finals: 1, results: 1 })));
  // Nothing was executed twice for it, and nothing came too late.
  expect(asked).toBe(CHECKS);
  await eventually('an empty disk', async () => (await of('spool_bytes')) === 0);
  expect(sumOf(await scrape(health), 'pharos_agent_reports_delivered_total', { verdict: 'stale' })).toBe(0);
});

it.each([HOUR_MS, -HOUR_MS])('an agent whose clock is off by %d ms reports what is right', async (offMs) => {
  const from = Date.now();
  await start(offMs);
  const checkId = await create('api', '{{moment "X"}}');
  await eventually('the result', async () => (await count(`check_results WHERE account_id = $1`)) === 1);
  const [line] = agent!.stdout().split('\n') as [string];
  const said = Date.parse((JSON.parse(line) as { time: string }).time);
  expect(Math.abs(said - from - offMs)).toBeLessThan(60_000);
  const [result] = (
    await account.client.get<{ startedAt: string; stoppedAt: string; responseTime: number; hasErrors: boolean }[]>(
      `/v1/check-results/${checkId}`,
    )
  ).expect(200).body;
  expect(Date.parse(result!.startedAt)).toBeGreaterThanOrEqual(from);
  expect(Date.parse(result!.stoppedAt)).toBeLessThanOrEqual(Date.now());
  const ms = Date.parse(result!.stoppedAt) - Date.parse(result!.startedAt);
  expect(ms).toBeGreaterThanOrEqual(30);
  expect(ms).toBeLessThan(5_000);
  expect(result!.responseTime).toBeGreaterThanOrEqual(29);
  expect(result!.hasErrors).toBe(false);
  // What it fills in, too, is the time as the API knows it.
  expect(Math.abs(Number(askedFor!.slice(1)) * 1_000 - from)).toBeLessThan(60_000);
  // It keeps its lease by the length of time, not by the hour.
  expect(await count('check_runs WHERE account_id = $1 AND token > 1')).toBe(0);
});
