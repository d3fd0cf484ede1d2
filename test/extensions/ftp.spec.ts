import { createAgent, type Agent } from '#agent';
import type { ApiExtension } from '#api';
import { readAgentConfig } from '#config';
import { startApi, urlCheckBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../agent/eventually.js';
import { documentationProblems, structureProblems } from '../architecture/document-rules.js';
import { ftpExtension } from './ftp.extension.js';
import { ftpAgentExtension } from './ftp.probe.js';

interface Result {
  hasFailures: boolean;
  responseTime: number;
  [member: string]: unknown;
}

let api: TestApi;
let account: TestAccount;
let agent: Agent;
let agentEnv: Record<string, string>;
let folder: string;
/** It greets with what the port is asked for. */
let servers: Server[];

async function ftpServer(greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write(`${greeting}\r\n`);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  servers = [];
  folder = mkdtempSync(join(tmpdir(), 'pharos-ftp-'));
  api = await startApi({ extensions: [ftpExtension] });
  account = await api.account();
  const location = await add('/v1/private-locations', { name: 'Default', slugName: 'default' });
  const { rawKey } = await add<{ rawKey: string }>(`/v1/private-locations/${location.id}/keys`);
  agentEnv = {
    API_KEY: rawKey,
    PHAROS_API_URL: api.url,
    AGENT_HEALTH_PORT: '0',
    LOG_LEVEL: 'ERROR',
    PHAROS_SPOOL_DIRECTORY: folder,
  };
  agent = await createAgent(readAgentConfig(agentEnv), { extensions: [ftpAgentExtension] });
  await agent.start();
});

afterAll(async () => {
  await agent?.stop();
  for (const server of servers) server.close();
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = async <T = { id: string }>(path: string, body?: object) =>
  (await account.client.post<T>(path, body)).expect(201).body;

const ftpCheck = (port: number, { request, ...values }: { request?: object; [field: string]: unknown } = {}) => ({
  name: 'Mirror',
  doubleCheck: false,
  request: { hostname: '127.0.0.1', port, ...request },
  ...values,
});

const resultOf = (checkId: string) =>
  eventually('a result', async () => (await account.client.get<Result[]>(`/v1/check-results/${checkId}`)).body[0]);

describe('a check type of an extension', () => {
  it('runs on an agent that has its probe, and shows what it found under its own member', async () => {
    const assertions = [{ source: 'GREETING', comparison: 'CONTAINS', target: 'ready' }];
    const { id } = await add('/v1/checks/ftp', ftpCheck(await ftpServer('220 ready'), { request: { assertions } }));
    const result = await resultOf(id);
    expect(result).toMatchObject({
      hasFailures: false,
      apiCheckResult: null,
      ftpCheckResult: {
        greeting: '220 ready',
        requestError: null,
        assertions: [{ passed: true, actual: '220 ready' }],
      },
    });
    const { body } = await account.client.get<{ entries: Result[] }>(`/v2/check-results/${id}?fields=ftpCheckResult`);
    expect(body.entries).toEqual([{ ftpCheckResult: result['ftpCheckResult'] }]);
    expect((await account.client.get(`/v1/check-statuses/${id}`)).expect(200).body).toMatchObject({
      hasFailures: false,
    });
  });

  it('fails like others: by what its probe says, by its assertions, and where nobody listens', async () => {
    const closed = await ftpServer('');
    await new Promise((resolve) => servers.pop()!.close(resolve));
    const busy = await ftpServer('421 too many users');
    const assertions = [{ source: 'GREETING_CODE', comparison: 'EQUALS', target: '220' }];
    const ids = [
      await add('/v1/checks/ftp', ftpCheck(busy)),
      await add('/v1/checks/ftp', ftpCheck(busy, { request: { assertions } })),
      await add('/v1/checks/ftp', ftpCheck(closed)),
    ].map(({ id }) => id);
    const found = await Promise.all(ids.map(resultOf));
    expect(found.map(({ hasFailures }) => hasFailures)).toEqual([true, true, true]);
    expect(found.map((result) => result['ftpCheckResult'])).toEqual([
      { assertions: [], greeting: '421 too many users', requestError: null },
      expect.objectContaining({
        assertions: [
          expect.objectContaining({ passed: false, message: 'Expected GREETING_CODE to equal 220, but it was 421' }),
        ],
      }),
      { assertions: [], greeting: null, requestError: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it('is created, read, listed, changed and deleted as the others are', async () => {
    const body = ftpCheck(21, { activated: false });
    const { id } = await add('/v1/checks/ftp', body);
    expect((await account.client.get(`/v1/checks/${id}`)).expect(200).body).toMatchObject({
      ...body,
      checkType: 'FTP',
      degradedResponseTime: 1_000,
      maxResponseTime: 5_000,
    });
    const generic = await add('/v1/checks', { ...body, checkType: 'FTP' });
    await add('/v1/checks/url', urlCheckBody({ activated: false }));
    const { body: listed } = await account.client.get<{ id: string; checkType: string }[]>(
      '/v1/checks?checkType=FTP&limit=2',
    );
    expect(listed.map(({ checkType }) => checkType)).toEqual(['FTP', 'FTP']);
    expect(listed.map((check) => check.id)).toEqual([generic.id, id]);
    const { body: changed } = (await account.client.put(`/v1/checks/ftp/${id}`, { maxResponseTime: 9 })).expect(200);
    expect(changed).toMatchObject({ ...body, maxResponseTime: 9 });
    (await account.client.put(`/v1/checks/${id}`, { name: 'By any path' })).expect(200);
    (await account.client.put(`/v1/checks/url/${id}`, { name: 'Of another type' })).expect(404);
    (await account.client.del(`/v1/checks/${id}`)).expect(204);
  });

  it('is validated by its own shapes', async () => {
    const { body } = (
      await account.client.post<ErrorBody>('/v1/checks/ftp', {
        name: '',
        request: { hostname: 'a/b', port: 0 },
        url: 1,
      })
    ).expect(400);
    expect(body.attributes.violations?.map(({ field }) => field).toSorted()).toEqual([
      'name',
      'request.hostname',
      'request.port',
      'url',
    ]);
    const filter = (await account.client.get<ErrorBody>('/v1/checks?checkType=SFTP')).expect(400);
    expect(filter.body.message).toMatch(/one of \[AGENTIC, .*, DNS, FTP\]/);
  });

  it('is documented like the rest', () => {
    expect(api.document.paths['/v1/checks/ftp']?.post?.summary).toBe('Create an FTP check');
    const text = JSON.stringify(api.document.components?.schemas);
    expect(text).toContain('"FTP":"#/components/schemas/FtpCheckView"');
    expect(text.match(/"DNS","FTP"\]/g)!.length).toBeGreaterThan(5);
    expect(text).toContain('"ftpCheckResult"');
    expect([...documentationProblems(api.document), ...structureProblems(api.document)]).toEqual([]);
  });
});

describe('an extension that cannot work', () => {
  const [ftp] = ftpExtension.checkTypes!;
  const adding = (values: object): ApiExtension => ({
    ...ftpExtension,
    name: 'other',
    checkTypes: [{ ...ftp!, ...values }],
  });

  it.each([
    ['a type that another one has', adding({ path: 'other' }), 'two check types FTP'],
    ['a type of the specification', adding({ checkType: 'URL' }), "URL is the API's own"],
    ['a name that is none', adding({ checkType: 'ftp' }), 'cannot be a check type'],
  ])('stops the start when it adds %s', async (_what, extension, problem) => {
    await expect(startApi({ databaseUrl: api.databaseUrl, extensions: [extension] })).rejects.toThrow(problem);
  });

  it('stops the agent when it has a probe for a type that there is one for', async () => {
    const extensions = [ftpAgentExtension, { ...ftpAgentExtension, name: 'other' }];
    await expect(createAgent(readAgentConfig(agentEnv), { extensions })).rejects.toThrow(
      'other executes checks of type FTP, for which there is a probe already',
    );
  });
});
