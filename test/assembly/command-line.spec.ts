import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, ROOT } from './built.js';
import { cleanEnv, freePorts, PharosProcess } from './pharos-process.js';

jest.setTimeout(180_000);

let folder: string;

beforeAll(build);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pharos-cli-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `npm run --silent pharos -- ...` without npm and its build. */
function pharos(...args: string[]): Promise<Ended> {
  const options = { cwd: folder, env: cleanEnv() };
  return new Promise((resolve) =>
    execFile(process.execPath, [join(ROOT, 'dist/src/cli.js'), ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

async function answer<T = Record<string, string>>(...args: string[]): Promise<T> {
  const { code, out, err } = await pharos(...args);
  if (code !== 0) throw new Error(`exit code ${code}\n${err}`);
  return JSON.parse(out) as T;
}

test('works in an empty folder: starts the database for the command and stops it', async () => {
  const account = await answer('account', 'create', '--name', 'Team A', '--json');
  expect(account).toEqual({
    accountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    apiKey: expect.stringMatching(/^sv_\w{32}$/),
  });
  expect(existsSync(join(folder, '.pharos/postgres/data/postmaster.pid'))).toBe(false);
  expect(await answer('account', 'list')).toEqual([{ accountId: account['accountId'], name: 'Team A' }]);
  expect(await answer('migrate')).toEqual({ applied: [] });
});

test('the keys, accounts and locations of a running Pharos', async () => {
  const ports = await freePorts();
  const running = new PharosProcess(folder, ports);
  try {
    await running.welcome();
    const status = async (apiKey: string, method = 'GET') =>
      (
        await fetch(`http://127.0.0.1:${ports.api}/v1/variables`, {
          method,
          headers: { authorization: `Bearer ${apiKey}` },
        })
      ).status;
    const { accountId, apiKey } = await answer('account', 'create', '--name', 'Team B');
    expect(await status(apiKey!)).toBe(200);

    const reader = await answer('key', 'create', '--account', accountId!, '--role', 'READ_ONLY', '--name', 'reader');
    expect(reader).toMatchObject({ role: 'READ_ONLY', name: 'reader', apiKey: expect.stringMatching(/^sv_/) });
    expect(await status(reader['apiKey']!)).toBe(200);
    expect(await status(reader['apiKey']!, 'POST')).toBe(403);
    expect(await answer('key', 'list', '--account', accountId!)).toHaveLength(2);
    await answer('key', 'revoke', '--account', accountId!, reader['keyId']!);
    for (const end = Date.now() + 10_000; Date.now() < end && (await status(reader['apiKey']!)) !== 401;);
    expect(await status(reader['apiKey']!)).toBe(401);

    const location = await answer(
      'location',
      'create',
      '--account',
      accountId!,
      '--name',
      'Office',
      '--slug',
      'office',
    );
    expect(location).toEqual({
      id: expect.any(String),
      slugName: 'office',
      key: expect.stringMatching(/^pl_[0-9a-f]{32}$/),
    });
    const again = await pharos('location', 'create', '--account', accountId!, '--name', 'Office', '--slug', 'office');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toMatch(/^pharos: .+\n$/);
  } finally {
    expect(await running.stop()).toBe(0);
  }
});

test('writes the OpenAPI document without a database', async () => {
  const document = await answer<{ openapi: string; paths: object }>('openapi');
  expect(document.openapi).toMatch(/^3\./);
  await answer('openapi', '--out', 'api.json');
  expect(JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'))).toEqual(document);
  expect(existsSync(join(folder, '.pharos'))).toBe(false);
});

test.each([
  [[], 'Usage:'],
  [['account', 'remove'], 'There is no command "account remove"'],
  [['account', 'create'], '--name is required'],
  [['account', 'create', '--name', 'x', '--colour', 'red'], "Unknown option '--colour'"],
  [['key', 'create', '--account', 'x', '--role', 'KING'], '--role must be one of ADMIN, READ_WRITE'],
  [['key', 'create', '--account', 'x', '--expires', 'yesterday'], '--expires must be a time to come'],
  [['key', 'revoke', '--account', 'x'], 'KEYID is required'],
])('%j is refused with the usage and exit code 2', async (args, problem) => {
  const ended = await pharos(...args);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain(problem);
  expect(ended.err).toContain('Usage: npm run --silent pharos -- <command>');
  expect(existsSync(join(folder, '.pharos'))).toBe(false);
});
