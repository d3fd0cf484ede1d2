import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScripts, type ScriptLimits } from '../../apps/agent/src/scripts/run-scripts.js';
import { RequestFailure } from '#agent';
import type { ScriptRequest } from '../../apps/agent/src/scripts/script.js';
import { eventually } from './eventually.js';
import { leasedCheck, probeContext } from './probe-run.js';

const REQUEST: ScriptRequest = { method: 'GET', url: 'http://a/', body: '', headers: [], queryParameters: [] };
const CANARY = 'canary-of-the-agent';

const run = (source: string, limits: Partial<ScriptLimits> = {}, signal = new AbortController().signal) => {
  const check = leasedCheck('API', {}, { scripts: { setUp: [{ source }], tearDown: [] } });
  const context = probeContext(check);
  return createScripts(limits).setUp(REQUEST, new Map(), context, signal);
};

/** The pids of this process's children, but for those that a suite before this one in the same worker has left to end. */
const children = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '' && !before.has(pid));
const before = new Set<string>();

let folder: string;
beforeAll(() => {
  for (const pid of children()) before.add(pid);
  process.env['PHAROS_TEST_CANARY'] = CANARY;
  folder = mkdtempSync(join(tmpdir(), 'pharos-hostile-'));
  writeFileSync(join(folder, 'spool.ndjson'), CANARY);
});
afterAll(() => {
  delete process.env['PHAROS_TEST_CANARY'];
  rmSync(folder, { recursive: true, force: true });
});

describe('a script that does not end', () => {
  it.each([
    ['loops', 'for (;;);'],
    ['loops in a promise', 'const again = () => Promise.resolve().then(again); await again();'],
    ['matches for ever', `/^(a+)+$/.test('a'.repeat(60) + '!')`],
    ['waits', 'await new Promise((resolve) => setTimeout(resolve, 60_000));'],
    ['hides from its end', `process.on('SIGTERM', () => 1); process.on('exit', () => { for (;;); }); process.exit(1);`],
  ])('%s and is killed', async (_, source) => {
    const { error } = await run(source, { timeMs: 400 });
    expect(error).toBe('Set-up scripts failed: they reached their limit of 400 ms');
    expect(children()).toEqual([]);
  });

  it('goes with its run', async () => {
    const given = new AbortController();
    const running = run('for (;;);', {}, given.signal);
    await eventually('its process', () => children().length === 1);
    given.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
    expect(children()).toEqual([]);
  });

  it('leaves nothing to wait for when it has ended', async () => {
    const { error, request } = await run(
      `setInterval(() => 1, 1000); require('net').createServer().listen(0); request.body = 'done';`,
    );
    expect([error, request.body]).toEqual([null, 'done']);
    expect(children()).toEqual([]);
  });
});

describe('a script that wants much', () => {
  it('of memory ends', async () => {
    const objects = await run('const all = []; for (;;) all.push({ a: [1, 2, 3] });');
    expect(objects.error).toContain('they used more than 128 MB of memory');
    const buffers = await run('const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));', {
      memoryMegabytes: 200,
    });
    expect(buffers.error).toBe('Set-up scripts failed: they used more than 200 MB of memory');
  });

  it('of room for its answer ends', async () => {
    const { error } = await run(`request.body = 'x'.repeat(5_000_000)`);
    expect(error).toBe('Set-up scripts failed: they made more than 4194304 bytes');
    const raw = await run(`for (;;) require('fs').writeSync(3, 'x'.repeat(100_000))`);
    expect(raw.error).toBe('Set-up scripts failed: they made more than 4194304 bytes');
  });

  it('of secrets, or of lines, gets none of them', async () => {
    const many = await run(
      `for (let i = 0; i < 600; i += 1) process.env.SERVICE_SECRET_A = 'secret ' + i; console.log('secret 5')`,
    );
    expect(many).toMatchObject({ error: expect.stringContaining('sent no result that can be used'), secrets: [] });
    expect(JSON.stringify(many)).not.toContain('secret 5');
    const lines = await run(`for (let i = 0; i < 100_000; i += 1) console.log('')`);
    expect(lines.jobLog.length).toBeLessThan(4_200);
    const forged = await run(`require('fs').writeSync(3, '{"log":{"msg":""}}\\n'.repeat(50_000))`);
    expect(forged.jobLog.length).toBeLessThan(4_200);
  });

  it('of places waits for its turn, and leaves the queue when its run is given up', async () => {
    const scripts = createScripts({ processes: 1 });
    const lease = (source: string) =>
      probeContext(leasedCheck('API', {}, { scripts: { setUp: [{ source }], tearDown: [] } }));
    const start = (source: string, signal = new AbortController().signal) =>
      scripts.setUp(REQUEST, new Map(), lease(source), signal);
    const first = start('await new Promise((resolve) => setTimeout(resolve, 300)); request.body = String(Date.now())');
    const given = new AbortController();
    const second = start('1', given.signal);
    const third = start('request.body = String(Date.now())');
    given.abort(new Error('given up'));
    await expect(second).rejects.toThrow('given up');
    const late = AbortSignal.abort(new RequestFailure('took too long', { networkError: true }));
    await expect(start('1', late)).rejects.toThrow('This agent was too busy with other scripts');
    const [one, three] = await Promise.all([first, third]);
    expect(Number(three.request.body)).toBeGreaterThanOrEqual(Number(one.request.body));
  });
});

describe('a script cannot', () => {
  /** What becomes of each attempt, all in one process: an error, or what it got. */
  const tried = async (attempts: string[]): Promise<Record<string, string>> => {
    const all = attempts.map((attempt) => `${JSON.stringify(attempt)}: async () => { ${attempt} }`);
    const { error, request } = await run(`
      const ends = {};
      for (const [name, attempt] of Object.entries({ ${all.join(',')} })) {
        try {
          ends[name] = 'got ' + (await attempt());
        } catch (error) {
          ends[name] = 'failed: ' + error.message;
        }
      }
      request.body = ends;`);
    expect(error).toBeNull();
    return JSON.parse(request.body) as Record<string, string>;
  };
  const allFail = (attempts: string[], why: RegExp) =>
    Object.fromEntries(attempts.map((attempt) => [attempt, expect.stringMatching(why)]));

  it('read the environment, the spool or any other file', async () => {
    const environment = 'return JSON.stringify(process.env)';
    expect(await tried([environment])).toEqual({ [environment]: 'got {"TZ":"UTC","REQUEST_URL":"http://a/"}' });
    const file = join(folder, 'spool.ndjson');
    const attempts = [
      `return require('fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8')`,
      `return require('fs').readFileSync('/proc/self/environ', 'utf8')`,
      `return require('fs').readFileSync('/etc/passwd', 'utf8')`,
      `return require('fs').readFileSync('/proc/self/fd/0', 'utf8')`,
      `return require('fs').readFileSync('${file}', 'utf8')`,
      `return require('fs').readFileSync(Buffer.from('${file}'), 'utf8')`,
      `return require('fs').openSync('/proc/' + process.ppid + '/mem')`,
      `return require('fs').readdirSync('${folder}')`,
      `return await require('fs/promises').readFile('${file}', 'utf8')`,
      `for await (const data of require('fs').createReadStream('${file}')) return data`,
      `return require('fs').writeFileSync('${folder}/new', 'x')`,
      `return require('fs').symlinkSync('${file}', '${folder}/link')`,
      `return await import('file://${file}')`,
      `return require('module').createRequire('${folder}/x.js')('./spool.ndjson')`,
    ];
    expect(await tried(attempts)).toEqual(
      allFail(
        attempts,
        /^failed: (Access to this API has been restricted|Cannot|There is no|fs.symlink API requires full|"file)/,
      ),
    );
  });

  it('start processes or threads, or load native code', async () => {
    const attempts = [
      `return require('child_process').execSync('env').toString()`,
      `return require('child_process').spawnSync('env').error.message`,
      `const child = new (require('child_process').ChildProcess)(); return child._handle.spawn({ file: '/bin/env' })`,
      `require('cluster').setupPrimary({ exec: '/x.js' }); return require('cluster').fork().id`,
      `return new (require('worker_threads').Worker)('1', { eval: true })`,
      `return process.dlopen({ exports: {} }, '/lib/x.node')`,
      `return process.binding('spawn_sync')`,
      `return process._linkedBinding('spawn_sync')`,
      `return new (require('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`,
    ];
    expect(await tried(attempts)).toEqual(allFail(attempts, /restricted|may not/));
  });

  it('send signals: they would end the agent, or open its debugger', async () => {
    const agent = spawn(process.execPath, ['-e', 'setInterval(() => 1, 1000); console.log("up")'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await once(agent.stdout, 'data');
    const attempts = [
      `return process.kill(${agent.pid})`,
      `return process._kill(${agent.pid}, 9)`,
      `return process._debugProcess(${agent.pid})`,
      `return (await import('node:process')).kill(${agent.pid})`,
      `return (await import('node:process')).default.kill(${agent.pid})`,
      `return Object.getPrototypeOf(process).kill(${agent.pid})`,
      `return require('os').setPriority(${agent.pid}, 19)`,
      `return (await import('node:os')).setPriority(${agent.pid}, 19)`,
    ];
    expect(await tried(attempts)).toEqual(allFail(attempts, /may not|is not a function/));
    expect(agent.exitCode).toBeNull();
    agent.kill('SIGKILL');
    await once(agent, 'exit');
  });

  it('see what the agent has open', async () => {
    const open = openSync(join(folder, 'spool.ndjson'), 'r');
    const { request } = await run(`
      const { fstatSync } = require('fs');
      const files = [];
      for (let fd = 0; fd < 1_000; fd += 1) {
        try {
          if (fstatSync(fd).isFile()) files.push(fd);
        } catch {}
      }
      request.body = JSON.stringify(files);`);
    closeSync(open);
    expect(request.body).toBe('[]');
  });

  it('reach the prototypes of the agent', async () => {
    const { error, request } = await run(`
      request.headers = JSON.parse('{"__proto__": "polluted", "constructor": "c", "a": "1"}');
      Object.prototype.polluted = 'yes'; Array.prototype.polluted = 'yes';
      JSON.stringify = () => '{"result":{"__proto__":{"polluted":1}}}'; request.__proto__.method = 'GET';`);
    expect(error).toBeNull();
    expect(request.headers).toContainEqual({ key: 'a', value: '1' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(request)).toEqual(['method', 'url', 'body', 'headers', 'queryParameters']);
  });
});

(process.getuid?.() === 0 ? describe : describe.skip)('where the agent is root (skipped otherwise)', () => {
  it('scripts are somebody who owns nothing', async () => {
    const { request } = await run('request.body = String([process.getuid(), process.getgid(), process.getgroups()])');
    expect(request.body).toBe('65534,65534,65534');
  });
});
