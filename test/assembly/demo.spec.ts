import { spawn, type ChildProcess } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { selfSigned } from '../../src/demo/certificate.js';
import { eventLine, plain, screen, type View } from '../../src/demo/screen.js';
import { build, ROOT } from './built.js';
import { cleanEnv, freePorts, PharosProcess } from './pharos-process.js';

jest.setTimeout(180_000);

const apiKey = `sv_${'d3'.repeat(16)}`;

let folder: string;
const children = new Set<ChildProcess>();

beforeAll(build);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pharos-demo-'));
  chmodSync(folder, 0o755);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run demo` without npm and its build. */
function demo(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'dist/src/cli.js'), 'demo', ...args], {
    cwd: folder,
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const exit = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal!)),
  );
  return { child, said, exit };
}

test('without a running server it says in one line what to do, and leaves nothing', async () => {
  const { said, exit } = demo([]);
  expect(await exit).toBe(1);
  expect(said).toEqual({
    out: '',
    err: 'pharos: No Pharos runs in this folder: start one with npm start, or set PHAROS_API_URL and PHAROS_API_KEY\n',
  });
  expect(existsSync(join(folder, '.pharos'))).toBe(false);
});

test('shows what the service finds out, and removes its checks and its key, also on Ctrl-C', async () => {
  const ports = await freePorts();
  const pharos = new PharosProcess(folder, ports, { PHAROS_BOOTSTRAP_API_KEY: apiKey });
  await pharos.welcome();
  const api = `http://127.0.0.1:${ports.api}`;
  const demoChecks = async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await (await fetch(`${api}/v1/checks?tag=demo&limit=100`, { headers })).json()) as unknown[];
  };
  try {
    const whole = demo(['--seconds', '8']);
    expect([await whole.exit, whole.said.err]).toEqual([0, expect.stringContaining('Removed: 6 checks and the key.')]);
    const { checks, left } = JSON.parse(whole.said.out) as { checks: Record<string, unknown>[]; left: string[] };
    expect(checks).toEqual([
      expect.objectContaining({ name: 'Steady', state: 'passing', failed: 0, availability: 100 }),
      expect.objectContaining({ name: 'Slow', state: 'degraded', passed: 0, availability: 100 }),
      expect.objectContaining({ name: 'Flaky' }),
      expect.objectContaining({ name: 'Flaky, retried', state: 'passing', failed: 0 }),
      expect.objectContaining({ name: 'Broken', state: 'failing', passed: 0, availability: 0 }),
      expect.objectContaining({ name: 'TLS, self-signed', state: 'passing', failed: 0 }),
    ]);
    expect(left).toEqual([]);
    expect(whole.said.err).toMatch(/Flaky, retried +retried +HTTP 503/);
    expect(await demoChecks()).toEqual([]);

    const cut = demo(['--seconds', '600'], { PHAROS_API_URL: api, PHAROS_API_KEY: apiKey });
    for (const end = Date.now() + 30_000; !cut.said.err.includes('Steady') && Date.now() < end;) await delay(50);
    expect(await demoChecks()).toHaveLength(6);
    cut.child.kill('SIGINT');
    expect(await cut.exit).toBe(0);
    expect(await demoChecks()).toEqual([]);
  } finally {
    expect(await pharos.stop()).toBe(0);
  }
});

test('the certificate of the target is one that TLS understands', () => {
  const certificate = new X509Certificate(selfSigned().cert);
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now());
});

test('the screen fits 80 columns, however much there is to say', () => {
  const finding = { state: 'degraded' as const, lastAt: 0, responseTime: 12_345.6, availability: 99.94 };
  const counts = { passed: 100, degraded: 100, failed: 100, retries: 100 };
  const event = { at: 0, name: 'TLS, self-signed', outcome: 'degraded' as const, text: 'x'.repeat(200) };
  const view: View = {
    url: `http://${'long'.repeat(20)}`,
    elapsedSeconds: 3_599,
    seconds: 3_600,
    findings: [
      { name: 'TLS, self-signed', ...finding, ...counts },
      { name: 'Steady', state: 'waiting', passed: 0, degraded: 0, failed: 0, retries: 0 },
    ],
    events: Array.from({ length: 50 }, () => event),
    problem: 'No answer from the API: '.repeat(9),
    now: 99_000,
  };
  const lines = screen(view, plain);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.length).toBeLessThan(24);
  expect(eventLine(event, plain).length).toBeLessThan(80);
});
