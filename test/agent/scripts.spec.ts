import type { LeasedCheck, LeasedScript } from '#agent-protocol';
import { createScripts, type ScriptLimits } from '../../apps/agent/src/scripts/run-scripts.js';
import type { ScriptRequest, ScriptResponse } from '../../apps/agent/src/scripts/script.js';
import { leasedCheck, probeContext } from './probe-run.js';

const REQUEST: ScriptRequest = {
  method: 'GET',
  url: 'https://example.com/{{PATH}}',
  body: '',
  headers: [
    { key: 'X-One', value: '1' },
    { key: 'X-Two', value: 'a' },
    { key: 'X-Two', value: 'b' },
  ],
  queryParameters: [{ key: 'q', value: '1' }],
};
const RESPONSE: ScriptResponse = {
  status: 200,
  statusText: 'OK',
  headers: { 'content-type': 'text/plain' },
  body: 'the body',
  timings: null,
  timingPhases: null,
};
const SNIPPETS = [
  { id: 1, name: 'sign', script: 'module.exports = { sign: (text) => text + "!", name: "sign" };' },
  {
    id: 2,
    name: 'token',
    script: 'import { sign } from "./sign.js"; export const token = sign("t"); export default 7;',
  },
  { id: 3, name: 'legacy', script: 'request.headers["x-legacy"] = "yes";' },
  { id: 4, name: 'circle', script: '{{> circle}}' },
];

const sources = (scripts: (string | LeasedScript)[]): LeasedScript[] =>
  scripts.map((script) => (typeof script === 'string' ? { source: script } : script));

interface More {
  check?: Partial<LeasedCheck>;
  variables?: Record<string, string>;
  signal?: AbortSignal;
  limits?: Partial<ScriptLimits>;
  request?: Partial<ScriptRequest>;
}

function contextOf(scripts: LeasedCheck['scripts'], { check, variables = {} }: More) {
  const leased = leasedCheck('API', {}, { scripts, ...check });
  const shared = { version: '1', accountId: 'a', variables: [], certificates: [], proxyUrl: null, snippets: SNIPPETS };
  return { context: probeContext(leased, { context: shared }), values: new Map(Object.entries(variables)) };
}

const live = () => new AbortController().signal;

async function setUp(scripts: string | (string | LeasedScript)[], more: More = {}) {
  const { context, values } = contextOf({ setUp: sources([scripts].flat()), tearDown: [] }, more);
  const request = { ...REQUEST, ...more.request };
  return createScripts(more.limits).setUp(request, values, context, more.signal ?? live());
}

async function tearDown(scripts: string | string[], more: More & { response?: Partial<ScriptResponse> } = {}) {
  const { context, values } = contextOf({ setUp: [], tearDown: sources([scripts].flat()) }, more);
  const response = { ...RESPONSE, ...more.response };
  return createScripts(more.limits).tearDown(response, REQUEST, values, context, more.signal ?? live());
}

const messages = ({ jobLog }: { jobLog: { msg: string }[] }) => jobLog.map(({ msg }) => msg);

describe('set-up scripts', () => {
  it('change the request and the variables, one after the other', async () => {
    const result = await setUp(
      [
        `request.method = 'post'; request.url += '?from=script'; request.body = { a: 1 };
         request.headers['X-Three'] = 3; delete request.headers['X-One']; request.headers.none = undefined;
         process.env.PATH = 'set'; process.env.NEW = 5; delete process.env.GONE;`,
        `request.queryParameters = { list: ['x', 'y'], seen: process.env.PATH + process.env.NEW };`,
      ],
      { variables: { GONE: '1', KEPT: 'k' } },
    );
    expect(result.error).toBeNull();
    expect(result.request).toEqual({
      method: 'POST',
      url: 'https://example.com/{{PATH}}?from=script',
      body: '{"a":1}',
      headers: [
        { key: 'X-Two', value: 'a' },
        { key: 'X-Two', value: 'b' },
        { key: 'X-Three', value: '3' },
      ],
      queryParameters: [
        { key: 'list', value: 'x' },
        { key: 'list', value: 'y' },
        { key: 'seen', value: 'set5' },
      ],
    });
    expect(Object.fromEntries(result.variables)).toEqual({ KEPT: 'k', PATH: 'set', NEW: '5' });
    expect(result.secrets).toEqual([]);
  });

  it('cost nothing where there are none', async () => {
    const result = await setUp([], { limits: { processes: 0 } });
    expect(result).toMatchObject({ request: REQUEST, jobLog: [], error: null });
  });

  it('await, use the modules of Node, and see what they may', async () => {
    const { error, request } = await setUp(
      `const { createHmac } = require('crypto');
       const { Buffer: bytes } = await import('node:buffer');
       await new Promise((resolve) => setTimeout(resolve, 5));
       request.body = JSON.stringify([
         createHmac('sha256', 'k').update('x').digest('hex').length, typeof bytes.from, typeof fetch,
         process.env.REQUEST_URL, new Date(0).getTimezoneOffset(), Object.keys(process.env).sort(),
       ]);`,
      { variables: { PATH: 'a b' } },
    );
    expect(error).toBeNull();
    const seen = [64, 'function', 'function', 'https://example.com/a%20b', 0, ['PATH', 'REQUEST_URL', 'TZ']];
    expect(JSON.parse(request.body)).toEqual(seen);
  });

  it('see the URL of the request as it will be, also where a variable begins it', async () => {
    const { request } = await setUp('request.body = process.env.REQUEST_URL', {
      request: { url: '{{BASE}}/users/{{ID}}' },
      variables: { BASE: 'https://example.com/v1', ID: 'a b' },
    });
    expect(request.body).toBe('https://example.com/v1/users/a%20b');
  });

  it('fail where their request would become too large', async () => {
    const { error } = await setUp('1', {
      request: { url: '{{BIG}}'.repeat(100) },
      variables: { BIG: 'x'.repeat(90_000) },
    });
    expect(error).toContain('longer than 5000000 characters');
  });

  it('use snippets: imported, required, put in, or alone', async () => {
    const imported = await setUp(
      `import seven, { token } from './snippets/token.js';
       import * as all from './snippets/sign';
       import { randomUUID } from 'node:crypto';
       request.body = [seven, token, all.name, all.default.sign('x'), (await import('./snippets/token.js')).token, randomUUID().length].join();`,
    );
    expect(imported).toMatchObject({ error: null, request: { body: '7,t!,sign,x!,t!,36' } });
    const required = await setUp(`request.body = require('./snippets/sign.js').sign('y');`);
    expect(required).toMatchObject({ error: null, request: { body: 'y!' } });
    const legacy = await setUp(['{{> legacy}}; request.body = "partial";', { snippetId: 3 }]);
    expect(legacy.request.headers).toContainEqual({ key: 'x-legacy', value: 'yes' });
  });

  it.each([
    [[`require('./snippets/none.js')`], 'There is no snippet "none"'],
    [[`{{> none}}`], 'There is no snippet "none"'],
    [[{ snippetId: 99 }], 'There is no snippet with the id 99'],
    [[{ snippetId: 4 }], 'The snippet "circle" is put in too often, or into itself'],
    [[`require('./snippets/token.js')`], 'The snippet "token" is an ES module: import it'],
    [[`require('lodash')`], '"lodash" is not there'],
    [[`throw new Error('no token')`], 'Set-up script 1: no token'],
    [[`throw new TypeError('bad')`], 'Set-up script 1: TypeError: bad'],
    [[`throw 'a text'`], `Set-up script 1: 'a text'`],
    [[`throw undefined`], 'Set-up script 1: undefined'],
    [[`throw { get message() { throw 1 }, [Symbol.toPrimitive]: () => { throw 2 } }`], 'Set-up script 1: '],
    [[`null.x`], 'Set-up script 1: TypeError: '],
    [[`let = broken (`], 'Set-up script 1: SyntaxError: '],
    [[`import x from './snippets/sign.js'; let = (`], 'Set-up script 1: SyntaxError: '],
    [[`1;`, `throw new Error('second')`, `request.url = 'never'`], 'Set-up script 2: second'],
    [[`Promise.reject(new Error('nobody waits')); await new Promise((r) => setTimeout(r, 1000))`], 'nobody waits'],
    [
      [`setTimeout(() => { throw new Error('later') }, 1); await new Promise(() => setTimeout(() => 1, 5000))`],
      'later',
    ],
    [[`await new Promise(() => undefined)`], 'their process ended before they did (exit code 13)'],
    [[`process.exit(0)`], 'their process sent no result'],
    [[`process.exit(3)`], 'their process ended before they did (exit code 3)'],
    [[`process.abort()`], 'or aborted their process'],
    [[`request.method = 'BREW'`], 'request.method must be one of GET, POST'],
    [
      [`require('fs').writeSync(3, 'not json\\n{"result":5}\\n{"result":{"request":{}}}\\n[1]\\n'); process.exit(0)`],
      'no result',
    ],
  ] as [(string | LeasedScript)[], string][])('%j end the check: %s', async (scripts, error) => {
    const result = await setUp(scripts);
    expect(result.error).toContain(error);
    expect(result.request.url).toBe(REQUEST.url);
    expect(result.jobLog.at(-1)?.level).toBe('ERROR');
  });
});

describe('teardown scripts', () => {
  it('change the body, and nothing else', async () => {
    const result = await tearDown([
      `response.body = response.body.toUpperCase() + response.status + response.headers['content-type'];
       response.status = 500; response.headers = {}; process.env.A = 'x';`,
      `response.body += '|' + request.url + process.env.A;`,
    ]);
    expect(result).toEqual({
      body: 'THE BODY200text/plain|https://example.com/{{PATH}}x',
      secrets: [],
      jobLog: [],
    });
  });

  it('go on where one throws, and say so', async () => {
    const result = await tearDown([`response.body = 'first'; throw new Error('oh')`, `response.body += ', second'`]);
    expect(result.body).toBe('first, second');
    expect(messages(result)).toEqual([expect.stringMatching(/^Teardown script 1: oh\nError: oh/)]);
  });

  it('leave the body as it is when they cannot end', async () => {
    const result = await tearDown(`response.body = 'lost'; for (;;);`, { limits: { timeMs: 300 } });
    expect(result.body).toBe('the body');
    expect(messages(result)).toEqual(['Teardown scripts failed: they reached their limit of 300 ms']);
  });

  it('see 256 KB of it; a longer one that they leave alone stays whole', async () => {
    const body = 'é'.repeat(300_000);
    const seen = await tearDown('console.log(response.body.length)', { response: { body } });
    expect(messages(seen)).toEqual([String(256 * 1_024)]);
    expect(seen.body).toBe(body);
    expect((await tearDown('response.body += "!"', { response: { body } })).body).toHaveLength(256 * 1_024 + 1);
  });
});

describe('the job log', () => {
  it('holds what scripts write, with its time and level', async () => {
    const before = Date.now();
    const { jobLog } = await setUp(
      `console.log('a %s', 'b', { c: 1 }); console.debug('d'); console.warn('w'); console.error(new Error('e').message);
       process.stdout.write('out\\n'); process.stderr.write('err');`,
    );
    expect(jobLog.map(({ msg, level }) => [level, msg])).toEqual([
      ['INFO', 'a b { c: 1 }'],
      ['DEBUG', 'd'],
      ['WARN', 'w'],
      ['ERROR', 'e'],
      ['INFO', 'out'],
      ['ERROR', 'err'],
    ]);
    for (const { time } of jobLog) expect(time - before).toBeLessThan(5_000);
    expect(jobLog[0]!.time).toBeGreaterThanOrEqual(before);
  });

  it('ends after 256 KB, and the scripts go on', async () => {
    const { jobLog, request } = await setUp(
      `for (let i = 0; i < 100_000; i += 1) console.log('x'.repeat(1000)); request.body = 'done';`,
    );
    expect(messages({ jobLog }).join('').length).toBeLessThan(257 * 1_024);
    expect(jobLog.at(-1)!.msg).toBe('Further lines are left out: scripts may write 256 KB');
    expect(request.body).toBe('done');
  });

  it('keeps what was written before a script was killed', async () => {
    const result = await setUp(`console.log('begun'); for (;;);`, { limits: { timeMs: 2_000 } });
    expect(messages(result)).toEqual(['begun', 'Set-up scripts failed: they reached their limit of 2000 ms']);
  });
});

describe('secrets made by scripts', () => {
  it('are told, also when they are gone at the end, or the script is', async () => {
    const check = { variables: [{ key: 'TOKEN', value: 'old-token', secret: true }] };
    const variables = { TOKEN: 'old-token', PLAIN: 'p' };
    const script = `
      process.env.SERVICE_SECRET_A = 'first-value'; process.env.SERVICE_SECRET_A = 'second-value';
      delete process.env.SERVICE_SECRET_A; process.env.TOKEN = 'new-token'; process.env.PLAIN = 'not secret';`;
    const all = ['first-value', 'second-value', 'new-token'];
    const result = await setUp(script, { check, variables });
    expect(result.secrets).toEqual(expect.arrayContaining(all));
    expect(result.secrets).not.toContain('not secret');
    const killed = await setUp(`${script} for (;;);`, { check, variables, limits: { timeMs: 2_000 } });
    expect(killed.secrets).toEqual(all);
    const after = await tearDown(`process.env.SERVICE_SECRET_B = 'of-teardown'`, { check });
    expect(after.secrets).toContain('of-teardown');
  });
});
