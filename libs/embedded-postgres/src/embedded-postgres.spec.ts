import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  AlreadyRunningError,
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './index.js';

const running: EmbeddedPostgres[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pharos-embedded-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const directory = () => join(folder, '.pharos');

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory: directory(), ...options });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** As kill -9 leaves the folder: the owner's id belongs to nobody. */
async function ownerDies(): Promise<void> {
  const dead = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => dead.once('exit', resolve));
  const file = join(directory(), 'owner.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: dead.pid }));
}

test('starts a durable UTF8 server that only the own password opens, and keeps data, port and secrets', async () => {
  const first = await start();
  const [settings] = await query(
    first.url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('listen_addresses') AS address, current_setting('server_encoding') AS encoding,
            (SELECT datcollate FROM pg_database WHERE datname = current_database()) AS collation,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    address: '127.0.0.1',
    encoding: 'UTF8',
    collation: 'C',
    super: false,
  });
  await expect(query(first.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password');
  expect(statSync(join(directory(), 'secrets.json')).mode & 0o777).toBe(0o600);
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
  await running.pop()!.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(join(directory(), 'owner.json'))).toBe(false);

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(second.secrets).toEqual(first.secrets);
  expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
}, 30_000);

test('takes another port when somebody took the remembered one', async () => {
  const first = await start();
  await running.pop()!.stop();
  const thief = createServer();
  await new Promise<void>((resolve) => thief.listen(first.port, '127.0.0.1', resolve));
  const second = await start();
  thief.close();
  expect(second.port).not.toBe(first.port);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
}, 30_000);

test('says where Pharos runs to a second start in the same folder, and lends the server to commands', async () => {
  const first = await start({ url: 'http://127.0.0.1:3000' });
  await expect(start()).rejects.toThrow(AlreadyRunningError);
  await expect(start()).rejects.toThrow(/already runs in this folder \(process \d+, http:\/\/127\.0\.0\.1:3000\)/);
  const command = await attachEmbeddedPostgres(directory());
  expect(command.url).toBe(first.url);
  await command.stop();
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
}, 30_000);

test('starts the server for a command and stops it with it', async () => {
  const command = await attachEmbeddedPostgres(directory());
  expect(await query(command.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await command.stop();
  await expect(query(command.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
}, 30_000);

test('adopts the server whose owner was killed', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
  await ownerDies();
  running.pop();
  const second = await start();
  expect(second.pid).toBe(first.pid);
  expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
}, 30_000);

test('starts again after the server was killed too, with every acknowledged row', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
  await ownerDies();
  running.pop();
  process.kill(first.pid, 'SIGKILL');
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
}, 30_000);

test('restarts an orphaned server that does not accept our password', async () => {
  const first = await start();
  await ownerDies();
  running.pop();
  await query(first.url, `ALTER ROLE pharos PASSWORD 'changed'`);
  const lines: string[] = [];
  const second = await start({ log: (line) => lines.push(line) });
  expect(second.pid).not.toBe(first.pid);
  expect(lines).toEqual(['the database of an earlier start does not answer: restarting it']);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
}, 30_000);

test('redoes a data folder whose making was killed', async () => {
  await start();
  await running.pop()!.stop();
  renameSync(join(directory(), 'postgres', 'data'), join(directory(), 'postgres', 'draft-1234'));
  const server = await start();
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(directory(), 'postgres', 'draft-1234'))).toBe(false);
}, 30_000);

test('refuses in one line the data of another PostgreSQL', async () => {
  await start();
  await running.pop()!.stop();
  writeFileSync(join(directory(), 'postgres', 'data', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/is of PostgreSQL 17, this release brings 18/);
  expect(existsSync(join(directory(), 'owner.json'))).toBe(false);
}, 30_000);

const onlyAsRoot = process.getuid?.() === 0 ? test : test.skip;

// oxlint-disable jest/no-standalone-expect -- the rule does not know onlyAsRoot
onlyAsRoot(
  'as root puts the data elsewhere when the folder is closed to the server’s user',
  async () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o700 });
    const server = await startEmbeddedPostgres({ directory: join(folder, 'closed', '.pharos') });
    running.push(server);
    const { home } = JSON.parse(readFileSync(join(folder, 'closed', '.pharos', 'database.json'), 'utf8'));
    expect(home).toMatch(/\/pharos\/closed-/);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await running.pop()!.stop();
    rmSync(home, { recursive: true, force: true });
  },
  30_000,
);
