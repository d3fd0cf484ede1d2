import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAgent, type Agent } from '#agent';
import { readAgentConfig } from '#config';
import { apiCheckBody, startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { canary, ECHOES, leaks } from '../agent/canaries.js';
import { eventually } from '../agent/eventually.js';
import { temporaryFolder } from '../agent/start-agent.js';

const NAMES = ['account', 'group', 'check', 'runtime'];
const SECRETS = Object.fromEntries(NAMES.map((name) => [name, canary(name)]));

let api: TestApi;
let account: TestAccount;
let agent: Agent;
let target: Server;
let url: string;
const logged: string[] = [];
/** What the target was sent: that secrets were used at all. */
const received: string[] = [];

beforeAll(async () => {
  api = await startApi({ logTo: { write: (line) => logged.push(line) } });
  account = await api.account();
  const { id } = (
    await account.client.post<{ id: string }>('/v1/private-locations', { name: 'Here', slugName: 'here' })
  ).expect(201).body;
  const { rawKey } = (await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`)).expect(
    201,
  ).body;
  target = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://host');
    received.push(...searchParams.values());
    const known = searchParams.get('knows')!.split(',');
    const all = known.flatMap((name) => Object.values(ECHOES).map((encode) => encode(SECRETS[name]!)));
    response.writeHead(500, {
      'x-echo': encodeURIComponent(all[0]!),
      'set-cookie': `a=${encodeURIComponent(all[0]!)}`,
    });
    response.end([request.url, ...request.rawHeaders, ...all].join('\n'));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const env = { API_KEY: rawKey, PHAROS_API_URL: api.url, AGENT_HEALTH_PORT: '0', LOG_LEVEL: 'ERROR' };
  agent = await createAgent(readAgentConfig({ ...env, PHAROS_SPOOL_DIRECTORY: temporaryFolder() }));
  await agent.start();
});

afterAll(async () => {
  await agent?.stop();
  target?.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  await api?.close();
});

const add = async <T = { id: string }>(path: string, body: object) =>
  (await account.client.post<T>(path, body)).expect(201).body;
const WHERE = { privateLocations: ['here'], frequency: 1440, doubleCheck: false };
const secret = (key: string, name: string) => ({ key, value: SECRETS[name], locked: false, secret: true });

/** Every row of every table, also of the job queue, as the database shows it to somebody who can read everything. */
async function dump(): Promise<string> {
  const tables = await api.sql<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema)'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => api.sql<{ line: string }>(`SELECT row_to_json(t)::text AS line FROM ${name} t`)),
  );
  return rows.flatMap((all, index) => all.map(({ line }) => `${tables[index]!.name} ${line}`)).join('\n');
}

const results = (checkId: string) =>
  eventually('a result', async () => {
    const { body } = await account.client.get<object[]>(`/v1/check-results/${checkId}?limit=10`);
    return body.length > 0 && body;
  });

it('secrets that were used are nowhere: database, answers, logs', async () => {
  await add('/v1/variables', secret('ACCOUNT', 'account'));
  // Backwards: the text of a script is nothing secret.
  const backwards = Buffer.from(SECRETS['runtime']!, 'latin1').toString('base64').split('').toReversed().join('');
  await add('/v1/snippets', {
    name: 'login',
    script: `export const login = () => {
      process.env.SERVICE_SECRET_RUNTIME = atob('${backwards}'.split('').reverse().join(''));
    };`,
  });
  const { id: groupId } = await add<{ id: number }>('/v2/check-groups', {
    name: 'Group',
    environmentVariables: [secret('GROUP', 'group')],
    localSetupScript: `import { login } from './snippets/login.js'; login(); console.log(process.env.GROUP, process.env);`,
    localTearDownScript: 'throw new Error(response.body)',
  });
  const scripted = await add('/v1/checks/api', {
    ...apiCheckBody({
      ...WHERE,
      groupId,
      request: {
        method: 'POST',
        url: `${url}/?knows=account,group,check,runtime&a={{ACCOUNT}}&g={{GROUP}}&c={{CHECK}}&r={{SERVICE_SECRET_RUNTIME}}`,
        body: '{{{ACCOUNT}}}',
        bodyType: 'RAW',
        basicAuth: { username: 'ada', password: '{{{CHECK}}}' },
        assertions: [{ source: 'TEXT_BODY', property: '', comparison: 'EQUALS', target: 'x' }],
      },
    }),
    environmentVariables: [secret('CHECK', 'check')],
  });
  const failing = await add('/v1/checks/api', {
    ...apiCheckBody({ ...WHERE, request: { url: 'http://127.0.0.1:1/{{ACCOUNT}}' } }),
    localSetupScript: 'throw new TypeError(`no token: ${process.env.ACCOUNT}`)',
  });
  const { id: plain } = await add(
    '/v1/checks/url',
    urlCheckBody({ ...WHERE, request: { url: `${url}/?knows=account` } }),
  );

  const answers = JSON.stringify(await Promise.all([scripted.id, failing.id, plain].map(results)));
  expect(received).toEqual(expect.arrayContaining(Object.values(SECRETS)));
  expect(answers.match(/\[scrubbed\]/g)!.length).toBeGreaterThan(50);
  const groups = await account.client.get(`/v1/error-groups/checks/${scripted.id}`);
  const sources = { answers, groups: JSON.stringify(groups.body), logs: logged.join('\n'), database: await dump() };
  for (const [where, text] of Object.entries(sources)) expect([where, leaks(text, NAMES)]).toEqual([where, []]);
  expect(sources.database).toContain('[scrubbed]');
  expect(sources.database).toContain('check_results');
});
