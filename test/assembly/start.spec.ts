import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, ROOT } from './built.js';
import { freePorts, gone, PharosProcess, type Ports } from './pharos-process.js';

jest.setTimeout(180_000);

let folder: string;
let ports: Ports;
const started: PharosProcess[] = [];

beforeAll(build);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pharos-start-'));
  chmodSync(folder, 0o755);
  ports = await freePorts();
});
afterEach(async () => {
  for (const pharos of started.splice(0)) await pharos.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}, user?: { uid: number; gid: number }): PharosProcess {
  const pharos = new PharosProcess(folder, ports, env, user);
  started.push(pharos);
  return pharos;
}

async function get(url: string, authorization?: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, authorization ? { headers: { authorization } } : {});
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
}

test('from an empty folder: the printed curl shows a real result, SIGTERM stops everything with exit code 0', async () => {
  const pharos = start();
  const { url, authorization } = await pharos.welcome();
  const { status, body } = await get(url, authorization);
  expect(status).toBe(200);
  expect(body).toEqual([expect.objectContaining({ hasErrors: false, hasFailures: false })]);
  expect(await get(`http://127.0.0.1:${ports.api}/docs`)).toMatchObject({ status: 200 });
  expect(await get(`http://127.0.0.1:${ports.health}/-/readiness`)).toMatchObject({ status: 200 });
  expect(pharos.err).toBe('');

  const second = start();
  expect(await second.exit).toBe(1);
  expect(second.err).toBe(
    `pharos: Pharos already runs in this folder (process ${pharos.child.pid}, http://127.0.0.1:${ports.api})\n`,
  );

  const [agent, database] = [pharos.agent(), pharos.database()];
  expect(agent).toBeGreaterThan(0);
  expect(database).toBeGreaterThan(0);
  expect(await pharos.stop()).toBe(0);
  expect(await gone([agent, database])).toEqual([]);
  expect(existsSync(join(folder, '.pharos/owner.json'))).toBe(false);
});

test('after kill -9 a start at once waits for the old agent to end, and has the data', async () => {
  const key = `sv_${'a1'.repeat(16)}`;
  const first = start({ PHAROS_BOOTSTRAP_API_KEY: key });
  await first.welcome();
  expect(first.out).not.toContain(key);
  const api = `http://127.0.0.1:${ports.api}`;
  const created = await fetch(`${api}/v1/variables`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'KEPT', value: 'yes' }),
  });
  expect(created.status).toBe(201);
  const agent = first.agent();
  expect(await first.stop('SIGKILL')).toBe('SIGKILL');

  const second = start();
  await second.welcome();
  expect(await gone([agent])).toEqual([]);
  expect(second.out).toContain('another: npm run --silent pharos -- key create --account');
  expect(await get(`${api}/v1/variables/KEPT`, `Bearer ${key}`)).toMatchObject({ status: 200, body: { value: 'yes' } });
  expect(await second.stop('SIGINT')).toBe(0);
});

test('starts the agent again when it is killed', async () => {
  const pharos = start();
  await pharos.welcome();
  const agent = pharos.agent();
  process.kill(agent, 'SIGKILL');
  const readiness = `http://127.0.0.1:${ports.health}/-/readiness`;
  await gone([agent]);
  const again = async () => (await get(readiness).catch(() => ({ status: 0 }))).status === 200;
  while (!(await again())) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(pharos.err).toContain('pharos: the agent ended (SIGKILL): starting it again in 1 s');
  expect(await pharos.stop()).toBe(0);
  expect(await get(readiness).catch(() => 'closed')).toBe('closed');
});

test.each([
  ['PORT', 'api'],
  ['AGENT_HEALTH_PORT', 'health'],
] as const)('a taken %s is one line and leaves nothing running', async (setting, which) => {
  const thief: Server = createServer();
  await new Promise<void>((resolve) => thief.listen(ports[which], resolve));
  const pharos = start();
  expect(await pharos.exit).toBe(1);
  thief.close();
  expect(pharos.err).toBe(`pharos: Port ${ports[which]} is taken by another program: set ${setting} to another one\n`);
  expect(existsSync(join(folder, '.pharos/postgres/data/postmaster.pid'))).toBe(false);
  expect(existsSync(join(folder, '.pharos/owner.json'))).toBe(false);
});

test('a signal in the middle of the start stops what has started', async () => {
  const pharos = start();
  const postmaster = join(folder, '.pharos/postgres/data/postmaster.pid');
  while (!existsSync(postmaster)) await new Promise((resolve) => setTimeout(resolve, 5));
  const database = pharos.database();
  expect(await pharos.stop()).toBe(0);
  expect(await gone([database])).toEqual([]);
});

/** `nobody`, where this runs as root and that user can reach the repository. */
const nobody = { uid: 65534, gid: 65534 };
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', `require('fs').accessSync('${ROOT}/package.json')`], nobody).status === 0;

// oxlint-disable jest/no-standalone-expect -- the rule does not know onlyAsRoot
(canBeNobody ? test : test.skip)('works for an ordinary user', async () => {
  chownSync(folder, nobody.uid, nobody.gid);
  const pharos = start({}, nobody);
  const { url, authorization } = await pharos.welcome();
  expect(await get(url, authorization)).toMatchObject({ status: 200 });
  expect(await pharos.stop()).toBe(0);
});
