import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorBody } from '#testing';
import { Postgres } from '../soak/postgres.js';
import { Writer } from '../soak/writer.js';
import { apiProcess, bearer, deployment, many, type ApiProcess, type Deployment } from './api-process.js';
import { build } from './built.js';

jest.setTimeout(120_000);

/** No answer takes longer while the database is away, in milliseconds. */
const LONGEST_ANSWER_MS = 6_000;

let folder: string;
let postgres: Postgres;
let of: Deployment;
let api: ApiProcess;

beforeAll(async () => {
  await build();
  folder = mkdtempSync(join(tmpdir(), 'pharos-faults-'));
  chmodSync(folder, 0o755);
  postgres = await Postgres.start(join(folder, 'database'));
  of = deployment(postgres.url);
  api = await apiProcess(of, 'api');
  await api.start();
}, 180_000);

afterAll(async () => {
  await api.stop('SIGKILL');
  await postgres.stop();
  of.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** One process through all of it. */
afterEach(() => {
  if (api.lost.length > 0) throw new Error(`${api.lost.join()}\n${api.log().slice(-3_000)}`);
  if (api.starts !== 1) throw new Error(`started ${api.starts} times`);
});

interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
  ms: number;
}

async function get(path: string, key = of.apiKey): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(api.url + path, { headers: bearer(key), signal: AbortSignal.timeout(30_000) });
  const body = (await response.json()) as unknown;
  return { status: response.status, body, headers: response.headers, ms: performance.now() - startedAt };
}

async function until(what: string, condition: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await delay(20)) if (await condition()) return;
  throw new Error(`${what} did not happen within ${seconds} s`);
}

const answers = (path: string, status: number) => async () => (await get(path)).status === status;

const NOT_AVAILABLE: Partial<ErrorBody> = {
  statusCode: 503,
  error: 'Service Unavailable',
  message: 'The database cannot be reached at the moment. Try again in a few seconds.',
};

/** Everything that the process does on its own works again: readiness, scheduling, notifications, the job worker. */
async function expectRecovered(): Promise<void> {
  await until('readiness', answers('/-/readiness', 200), 15);
  await until('an answer', answers('/v1/variables', 200), 5);
  const body = { name: 'Runs', frequency: 1440, doubleCheck: false, request: { url: 'http://127.0.0.1:9/' } };
  const created = await fetch(`${api.url}/v1/checks/url`, {
    method: 'POST',
    headers: { ...bearer(of.apiKey), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { id } = (await created.json()) as { id: string };
  const one = async (text: string, values: unknown[] = []) => (await postgres.rows<{ n: number }>(text, values))[0]!.n;
  await until(
    'a run',
    async () => (await one(`SELECT count(*)::int AS n FROM check_runs WHERE check_id = $1`, [id])) === 1,
    10,
  );
  await postgres.rows(`SELECT graphile_worker.add_job('make_partitions')`);
  await until('a job', async () => (await one('SELECT count(*)::int AS n FROM graphile_worker.jobs')) === 0, 20);
  const listening = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'pharos notifications'`;
  await until('a listener', async () => (await one(listening)) === 1, 10);
  const pulse = `SELECT count(*)::int AS n FROM service_pulse WHERE alive_at > now() - interval '5 seconds'`;
  await until('a pulse', async () => (await one(pulse)) === 1, 10);
}

test('kill -9 of the database under load: nothing that was acknowledged is lost, and callers see 503 only', async () => {
  const writer = new Writer(api.url, of.apiKey);
  writer.start(4);
  await until('writes', async () => writer.acknowledged.length > 50, 20);
  await postgres.crash();
  await expectRecovered();
  const before = writer.acknowledged.length;
  await until('more writes', async () => writer.acknowledged.length > before + 50, 20);
  await writer.stop();
  const kept = await postgres.rows<{ key: string }>('SELECT key FROM environment_variables');
  const keys = new Set(kept.map(({ key }) => key));
  expect(writer.acknowledged.filter((key) => !keys.has(key))).toEqual([]);
  // A write whose answer was 503 may be there or not, so its reading may be 404.
  expect(Object.keys(writer.outcomes).toSorted()).toEqual(expect.arrayContaining(['200', '201']));
  expect(Object.keys(writer.outcomes).filter((outcome) => !['200', '201', '404', '503'].includes(outcome))).toEqual([]);
});

test('stopped: 503 in the error shape at once, readiness 503, liveness 200; then everything works again', async () => {
  const back = postgres.restart(6_000);
  await until('503', answers('/v1/variables', 503), 5);
  const asked = await many(50, 25, () => get('/v1/variables'));
  for (const answer of asked) {
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ ...NOT_AVAILABLE, attributes: { code: 'UNAVAILABLE' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(LONGEST_ANSWER_MS);
  await until('readiness 503', answers('/-/readiness', 503), 5);
  expect(await get('/-/liveness')).toMatchObject({ status: 200 });
  await back;
  await expectRecovered();
});

test('standing still without closing a connection: 503 within seconds for everybody', async () => {
  const thawed = postgres.freeze(12_000);
  const asked = await many(60, 60, () => get('/v1/variables'));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(LONGEST_ANSWER_MS);
  expect((await get('/-/readiness')).status).toBe(503);
  expect(await get('/-/liveness')).toMatchObject({ status: 200 });
  await thawed;
  await expectRecovered();
});

test('out of connections: 503, and recovery as soon as there are some', async () => {
  const over = postgres.exhaust(8_000);
  await delay(500);
  await postgres
    .rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pharos'`)
    .catch(() => undefined);
  const asked = await many(40, 20, () => get('/v1/variables'));
  for (const { status } of asked) expect([200, 503]).toContain(status);
  expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(LONGEST_ANSWER_MS);
  expect(await get('/-/liveness')).toMatchObject({ status: 200 });
  await over;
  await expectRecovered();
});

test('connections reset in the middle of statements: some 503, nothing else, and no restart', async () => {
  const load = many(400, 20, () => get('/v1/variables'));
  for (let time = 0; time < 5; time += 1) {
    await postgres.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`,
    );
    await delay(50);
  }
  for (const { status } of await load) expect([200, 503]).toContain(status);
  await expectRecovered();
});

test('an API that starts while the database is away says so in one line, waits, and is ready when it comes', async () => {
  const late = await apiProcess(of, 'late');
  const waits = /^pharos-api: the database cannot be reached yet \(.+\): waiting for it$/m;
  let started: Promise<void> | undefined;
  try {
    await postgres.without(async () => {
      started = late.start();
      await until('the line', async () => waits.test(late.log()), 60);
    });
    await started;
    expect(late.starts).toBe(1);
    expect(late.log().match(/pharos-api/g)).toHaveLength(1);
  } finally {
    await late.stop('SIGKILL');
  }
  await expectRecovered();
});

test('an API with a wrong password ends with one line that says what to do', async () => {
  const url = new URL(of.databaseUrl);
  url.password = 'wrong';
  const wrong = await apiProcess({ ...of, databaseUrl: url.href }, 'wrong');
  expect(await wrong.runToEnd()).toBe(1);
  expect(wrong.log()).toMatch(/^pharos-api: The database cannot be reached \(.+\): check DATABASE_URL\n$/);
});
