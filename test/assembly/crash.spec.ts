import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '#testing';
import { Client } from 'pg';
import { build, ROOT } from './built.js';
import { cleanEnv, freePorts, type Ports } from './pharos-process.js';
import { RecordingProxy } from './recording-proxy.js';

const RUNS = 50;
const apiKey = `sv_${randomBytes(16).toString('hex')}`;
const locationKey = `pl_${randomBytes(16).toString('hex')}`;
const accountId = randomUUID();

let folder: string;
let ports: Ports;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Client;
let target: Server;
let proxy: RecordingProxy;
let requests = 0;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  await build();
  folder = mkdtempSync(join(tmpdir(), 'pharos-crash-'));
  ports = await freePorts();
  database = await createTestDatabase();
  sql = new Client(database.url);
  await sql.connect();
  target = createServer((_request, response) => {
    requests += 1;
    setTimeout(() => response.end('ok'), 400);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  proxy = await RecordingProxy.to(ports.api);
}, 180_000);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await proxy.close();
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (main: string, env: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, [join(ROOT, 'dist/apps', main)], {
    cwd: folder,
    env: cleanEnv(env),
    stdio: 'ignore',
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};

const startApi = () =>
  start('api/src/main.js', {
    PORT: `${ports.api}`,
    DATABASE_URL: database.url,
    PHAROS_BOOTSTRAP_ACCOUNT_ID: accountId,
    PHAROS_BOOTSTRAP_API_KEY: apiKey,
    PHAROS_BOOTSTRAP_LOCATION_KEY: locationKey,
  });

const startAgent = () =>
  start('agent/src/main.js', {
    API_KEY: locationKey,
    PHAROS_API_URL: proxy.url,
    AGENT_HEALTH_PORT: '0',
    JOB_CONCURRENCY: '20',
  });

const call = (path: string, body?: object) =>
  fetch(`http://127.0.0.1:${ports.api}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

const count = async (text: string) =>
  Number((await sql.query<{ n: string }>(`SELECT count(*) AS n FROM ${text}`)).rows[0]!.n);

async function until(what: string, condition: () => Promise<boolean> | boolean, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await delay(50)) if (await condition()) return;
  throw new Error(`${what} did not happen within ${seconds} s`);
}

const ready = () =>
  call('/-/readiness').then(
    ({ ok }) => ok,
    () => false,
  );

it('kill -9 of the agent in the middle of 50 runs and of the API in the middle of ingestion loses nothing and doubles nothing', async () => {
  let api = startApi();
  await until('the API', ready, 60);
  const { port } = target.address() as AddressInfo;
  for (let number = 1; number <= RUNS; number += 1) {
    const body = {
      name: `Check ${number}`,
      frequency: 1440,
      doubleCheck: false,
      request: { url: `http://127.0.0.1:${port}/` },
    };
    expect((await call('/v1/checks/url', body)).status).toBe(201);
  }
  await until('50 scheduled runs', async () => (await count('check_runs')) === RUNS, 20);

  const first = startAgent();
  await until('the middle of the runs', () => requests >= 25, 60);
  first.kill('SIGKILL');
  const stored = await count('check_results');
  startAgent();
  await until('the middle of ingestion', async () => (await count('check_results')) > stored, 60);
  api.kill('SIGKILL');
  api = startApi();

  await until(
    'the end of all sessions',
    async () => (await count('check_sessions WHERE stopped_at IS NULL')) === 0,
    150,
  );
  const finals = await sql.query<{ finals: string }>(
    `SELECT count(*) FILTER (WHERE result_type = 'FINAL') AS finals FROM check_runs r
     LEFT JOIN check_results s ON s.account_id = r.account_id AND s.run_id = r.id GROUP BY r.id`,
  );
  expect(finals.rows.map((row) => Number(row.finals))).toEqual(Array.from({ length: RUNS }, () => 1));
  expect(await count(`check_sessions WHERE status = 'PASSED'`)).toBe(RUNS);
  const known = await sql.query<{ key: string }>(`SELECT run_id || '/' || attempt AS key FROM check_results`);
  const stillThere = new Set(known.rows.map(({ key }) => key));
  expect([...proxy.acknowledged].filter((key) => !stillThere.has(key))).toEqual([]);
  expect(requests).toBeGreaterThan(RUNS);
}, 360_000);
