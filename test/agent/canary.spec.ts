import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { builtInProbes, type Agent, type Probe } from '#agent';
import type { LeasedCheck, RunReport } from '#agent-protocol';
import type { DestinationStream } from 'pino';
import { createLogger } from '../../apps/agent/src/logging.js';
import { canary, ECHOES, leaks } from './canaries.js';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { leaseContext, leasedCertificate } from './lease-context.js';
import { startAgent, temporaryFolder } from './start-agent.js';
import { fixture, httpTarget, stopTargets } from './targets.js';

/** With all kinds of signs. */
const WORDS = Object.fromEntries(
  ['account', 'check', 'named', 'runtime', 'changed', 'basic', 'literal', 'phrase'].map((name) => [name, canary(name)]),
);
/** What hosts and headers can hold. */
const TOKENS = Object.fromEntries(
  ['host', 'bearer', 'apikey', 'cookie', 'locked', 'parameter'].map((name) => [name, canary(name).split(';')[1]!]),
);
const SECRETS = { ...WORDS, ...TOKENS };
const NAMES = Object.keys(SECRETS);

const CONTEXT = leaseContext({
  variables: [
    { key: 'ACCOUNT', value: WORDS['account']!, secret: true },
    { key: 'HOST', value: TOKENS['host']!, secret: true },
    { key: 'SERVICE_SECRET_NAMED', value: WORDS['named']!, secret: false },
    { key: 'TOKEN', value: 'nothing-yet', secret: true },
  ],
  snippets: [{ id: 1, name: 'login', script: 'export const token = process.env.CHECK;' }],
  certificates: [
    leasedCertificate('nowhere.example', {
      cert: fixture('self-signed-cert.pem'),
      key: fixture('self-signed-key.pem'),
      passphrase: WORDS['phrase'],
    }),
  ],
});

/** What a run knows, and so what a target can have got from it: it sends it back in every form. */
const echoes = (names: string[]) =>
  names.flatMap((name) => Object.values(ECHOES).map((encode) => encode(SECRETS[name]!)));

let api: FakeApi;
let agent: Agent;
let port: number;
let spool: string;
let held: ServerResponse | undefined;
/** The contents of artifacts. */
const uploads: string[] = [];
const lines: string[] = [];
const to: DestinationStream = { write: (text) => lines.push(text) };

beforeAll(async () => {
  api = new FakeApi();
  api.context = CONTEXT;
  await api.start();
  port = await httpTarget((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://host');
    const known = echoes(searchParams.get('knows')?.split(',') ?? ['account', 'named', 'host', 'phrase']);
    if (pathname === '/held') {
      held = response;
      return;
    }
    if (pathname.startsWith('/loop')) {
      response.writeHead(302, { location: pathname }).end();
      return;
    }
    if (pathname === '/redirect') {
      const location = `http://user:${encodeURIComponent(WORDS['named']!)}@127.0.0.1:${port}/end?t=${encodeURIComponent(WORDS['account']!)}`;
      response.writeHead(302, { location }).end();
      return;
    }
    response.setHeader('x-echo', encodeURIComponent(known.join(' ').slice(0, 1_500)));
    response.setHeader('set-cookie', `session=${canary('named').split(';')[1]}`);
    response.setHeader(`x-${TOKENS['host']}`, '1');
    const body = [...known, request.url, ...request.rawHeaders].join('\n');
    response.end(pathname === '/cut' ? body.repeat(50).slice(0, Number(searchParams.get('at'))) : body);
  });
  spool = temporaryFolder();
  api.upload = async (request) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    uploads.push(Buffer.concat(chunks).toString());
    return 200;
  };
  const probes = new Map([...(await builtInProbes({ osDnsResolver: false })), ['MULTI_STEP', leavesFile] as const]);
  agent = await startAgent(api, spool, {}, { logger: createLogger('DEBUG', to), probes });
});

afterAll(async () => {
  await agent?.stop();
  await api?.stop();
  await stopTargets();
});

/** A probe whose run leaves a file with everything that it knows. */
const leavesFile: Probe = async () => ({
  statusCode: null,
  responseTime: 1,
  timings: null,
  requestError: echoes(['account']).join(' '),
  networkError: false,
  assertions: [],
  detail: null,
  secrets: [SECRETS['runtime']!],
  artifacts: [
    {
      name: 'log.txt',
      type: 'log',
      contentType: 'text/plain',
      data: Buffer.from(echoes(['account', 'named', 'check', 'runtime']).join('\n')),
    },
  ],
});

const pair = (key: string, value: string, locked = false) => ({ key, value, locked });
const target = (path = '/') => `http://127.0.0.1:${port}${path}`;
const apiCheck = (request: object, more: Partial<LeasedCheck> = {}): Partial<LeasedCheck> => ({
  checkType: 'API',
  variables: [{ key: 'CHECK', value: WORDS['check']!, secret: true }],
  ...more,
  request: { method: 'GET', url: target(), ...request },
});

async function reportOf(check: Partial<LeasedCheck>): Promise<RunReport> {
  const { runId } = api.enqueue(check, { source: 'TRIGGER_API' });
  return eventually('the report', () => api.reportOf(runId));
}

const ALL = 'knows=account,check,named,host,phrase';

const CHECKS: [string, () => Partial<LeasedCheck>][] = [
  [
    'an answer that tells everything',
    () =>
      apiCheck({
        method: 'POST',
        bodyType: 'RAW',
        url: target(`/?${ALL},bearer,apikey,cookie&a={{CHECK}}&b={{{SERVICE_SECRET_NAMED}}}`),
        body: '{"a":"{{{ACCOUNT}}}","b":"{{CHECK}}","c":"{{SERVICE_SECRET_NAMED}}"}',
        headers: [
          pair('Authorization', `Bearer ${TOKENS['bearer']}`),
          pair('X-Api-Key', TOKENS['apikey']!),
          pair('Cookie', TOKENS['cookie']!),
          pair('X-Own', '{{CHECK}} {{ACCOUNT}}'),
          pair(`X-${TOKENS['host']}`, '{{{HOST}}}'),
        ],
        queryParameters: [pair('q', '{{{ACCOUNT}}}'), pair(TOKENS['host']!, '1')],
      }),
  ],
  ...[16_384, 16_390, 20_011, 65_530, 65_536, 65_541].map((at): [string, () => Partial<LeasedCheck>] => [
    `an answer that was cut at ${at}`,
    () => apiCheck({ url: target(`/cut?at=${at}&${ALL}`) }),
  ]),
  ...[16_383, 16_384, 16_391, 20_011].map((at): [string, () => Partial<LeasedCheck>] => [
    `a URL check whose answer was cut at ${at}`,
    () => ({ request: { method: 'GET', url: target(`/cut?at=${at}`), assertions: [] } }),
  ]),
  ['a URL check', () => ({ request: { method: 'GET', url: target('/redirect'), assertions: [] } })],
  ['a redirect', () => apiCheck({ url: target('/redirect') })],
  [
    'basic authentication',
    () => apiCheck({ basicAuth: { username: 'ada', password: WORDS['basic'] }, url: target('/?knows=basic') }),
  ],
  [
    'a password in the URL',
    () => apiCheck({ url: target('/?knows=literal').replace('//', `//ada:${encodeURIComponent(WORDS['literal']!)}@`) }),
  ],
  [
    'assertions',
    () =>
      apiCheck({
        url: target(`/?${ALL}`),
        assertions: [
          { source: 'TEXT_BODY', property: '', comparison: 'EQUALS', target: 'something else' },
          { source: 'TEXT_BODY', property: '', comparison: 'NOT_CONTAINS', target: WORDS['account'] },
          { source: 'HEADERS', property: 'x-echo', comparison: 'IS_EMPTY', target: '' },
          { source: 'JSON_BODY', property: '$', comparison: 'EQUALS', target: 'x' },
        ],
      }),
  ],
  ['a host that is not there', () => apiCheck({ url: 'http://{{{HOST}}}.invalid/' })],
  ['what is no URL', () => apiCheck({ url: '{{{ACCOUNT}}}' })],
  ['what is no URL, cut', () => apiCheck({ url: `${'x'.repeat(185)}{{{HOST}}} {{CHECK}}` })],
  ['a loop of redirects, cut', () => apiCheck({ url: target(`/loop/${'x'.repeat(258)}{{{HOST}}}`) })],
  ['a header that cannot be sent', () => apiCheck({ headers: [pair(WORDS['account']!, 'x')] })],
  [
    'a header that cannot be sent, cut',
    () => apiCheck({ headers: [pair(`${'x '.repeat(92)}${TOKENS['host']}`, 'x')] }),
  ],
  ['a target that is not there', () => apiCheck({ url: 'http://127.0.0.1:1/{{CHECK}}' })],
  ['what cannot be executed', () => apiCheck({ method: WORDS['account'] })],
];

const LOCKED = {
  headers: [pair('X-Key', `Key ${TOKENS['locked']}`, true)],
  queryParameters: [pair('key', TOKENS['parameter']!, true)],
};

const SCRIPTED: [string, string, string][] = [
  ['do nothing', '1', ''],
  [
    'write what is locked, and throw it',
    `console.log(request.headers, request.queryParameters);
     throw new Error(request.headers['X-Key'].slice(4) + encodeURIComponent(request.queryParameters.key))`,
    '',
  ],
  [
    'write what is locked, and do not end',
    'console.log(request.headers, request.queryParameters); process.reallyExit(1)',
    '',
  ],
  [
    'put what is locked elsewhere',
    `request.body = request.headers['x-own'] = request.headers['X-Key'] + request.queryParameters.key;
     request.headers['x-key'] = 'another'; delete request.queryParameters.key; request.method = 'POST'; console.log('{{CHECK}}', process.env.CHECK)`,
    '',
  ],
  [
    'write it in every form',
    'console.log(process.env.ACCOUNT, encodeURIComponent(process.env.CHECK)); console.error({ a: [process.env.ACCOUNT] });',
    '',
  ],
  [
    'make their own',
    `process.env.SERVICE_SECRET_RUNTIME = ${JSON.stringify(WORDS['runtime'])}; process.env.TOKEN = ${JSON.stringify(WORDS['changed'])};
     console.log(process.env.SERVICE_SECRET_RUNTIME, process.env.TOKEN);
     request.headers['X-Runtime'] = '{{SERVICE_SECRET_RUNTIME}}'; request.url += '?t={{TOKEN}}';`,
    'console.log(process.env.TOKEN); response.body = Buffer.from(process.env.SERVICE_SECRET_RUNTIME).toString("base64");',
  ],
  ['throw it', 'throw new Error(`cannot log in with ${process.env.ACCOUNT}`)', ''],
  ['throw it as it is', 'throw { password: process.env.CHECK }', ''],
  ['throw what they import', `import { token } from './snippets/login.js'; throw new TypeError(token)`, ''],
  [
    'are cut',
    'console.log("x".repeat(9990) + process.env.HOST); throw new Error("x".repeat(1985) + process.env.HOST)',
    '',
  ],
  ['put it where it cannot be', 'console.log(process.env.ACCOUNT); request.method = process.env.ACCOUNT;', ''],
  ['fail at the end', '', 'throw new Error(process.env.ACCOUNT)'],
  ['run out of memory', 'console.log(process.env.ACCOUNT); const all = []; for (;;) all.push([1, 2, 3]);', ''],
];

/** What lies on the agent's disk; a file may go while we look. */
function onDisk(): string[] {
  const entries = readdirSync(spool, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.flatMap((entry) => {
    try {
      return [readFileSync(join(entry.parentPath, entry.name), 'utf8')];
    } catch {
      return [];
    }
  });
}

/** All that has left the agent so far. */
async function everything(): Promise<string> {
  const metrics = await (await fetch(`http://127.0.0.1:${agent.port()}/metrics`)).text();
  return [
    JSON.stringify(api.reports),
    JSON.stringify(api.leaseRequests),
    ...lines,
    metrics,
    ...uploads,
    ...onDisk(),
  ].join('\n');
}

describe('a secret is in no report, log, metric or file', () => {
  it.each(CHECKS)('of %s', async (_, check) => {
    const report = await reportOf(check());
    expect(leaks(await everything(), NAMES)).toEqual([]);
    expect(JSON.stringify(report)).toContain('[scrubbed]');
  });

  it.each(SCRIPTED)('of scripts that %s', async (_, setUp, tearDown) => {
    const scripts = { setUp: setUp ? [{ source: setUp }] : [], tearDown: tearDown ? [{ source: tearDown }] : [] };
    const report = await reportOf(apiCheck(LOCKED, { scripts }));
    expect(leaks(await everything(), NAMES)).toEqual([]);
    expect(JSON.stringify(report)).toContain('[scrubbed]');
  });

  it('of a run that leaves files', async () => {
    await reportOf({ ...apiCheck({}), checkType: 'MULTI_STEP' });
    await eventually('the upload', () => uploads.some((content) => content.includes('[scrubbed]')));
    expect(leaks(await everything(), NAMES)).toEqual([]);
  });

  it('that waits on disk', async () => {
    const { runId } = api.enqueue(apiCheck({ url: target('/held') }));
    await eventually('the request', () => held !== undefined);
    api.failing = 503;
    held!.end(echoes(['account', 'check']).join('\n'));
    await eventually('the spool', () => onDisk().some((text) => text.includes(runId) && text.includes('[scrubbed]')));
    expect(leaks(await everything(), NAMES)).toEqual([]);
    api.failing = null;
    await eventually('the report', () => api.reportOf(runId));
  });
});

it('the search for canaries finds them in every form', () => {
  for (const [form, encode] of Object.entries(ECHOES))
    for (const name of NAMES)
      expect([form, leaks(`<${encode(`a${canary(name)}b`)}>`, NAMES).length]).not.toEqual([form, 0]);
  expect(leaks(canary('account').slice(0, -5), NAMES)).not.toEqual([]);
  expect(leaks(JSON.stringify(CHECKS.map(([name]) => name)), NAMES)).toEqual([]);
});
