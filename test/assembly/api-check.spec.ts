import { createServer as createHttps } from 'node:https';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { createAgent, type Agent } from '#agent';
import { readAgentConfig } from '#config';
import { startApi, type TestAccount, type TestApi } from '#testing';
import { eventually } from '../agent/eventually.js';
import { recorder } from '../agent/received.js';
import { proxyTarget } from '../agent/proxies.js';
import { fixture, httpTarget, serverTarget, stopTargets } from '../agent/targets.js';

interface Result {
  hasFailures: boolean;
  apiCheckResult: {
    assertions: { passed: boolean; actual: string; message: string | null }[];
    request: { method: string; url: string; data: string; headers: Record<string, string>; params: object };
    response: { status: number; body: string } | null;
    requestError: string | null;
    jobLog: { msg: string }[] | null;
  };
}

let api: TestApi;
let account: TestAccount;
let agent: Agent;
let locationId: string;
const folder = mkdtempSync(join(tmpdir(), 'pharos-api-check-'));

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
  const location = { name: 'Default', slugName: 'default' };
  locationId = (await account.client.post<{ id: string }>('/v1/private-locations', location)).expect(201).body.id;
  const key = await account.client.post<{ rawKey: string }>(`/v1/private-locations/${locationId}/keys`);
  const env = {
    API_KEY: key.expect(201).body.rawKey,
    PHAROS_API_URL: api.url,
    AGENT_HEALTH_PORT: '0',
    LOG_LEVEL: 'ERROR',
    PHAROS_SPOOL_DIRECTORY: folder,
  };
  agent = await createAgent(readAgentConfig(env));
  await agent.start();
});

afterAll(async () => {
  await agent.stop();
  await stopTargets();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const made = async (path: string, body: object) =>
  (await account.client.post<{ id: string }>(path, body)).expect(201).body;
const pair = (key: string, value: string) => ({ key, value, locked: false });

/** The first result of a new check. */
async function resultOf(path: 'api' | 'url', request: object, more: object = {}): Promise<Result> {
  const once = { name: 'Orders', frequency: 1_440, doubleCheck: false, privateLocations: ['default'] };
  const { id } = await made(`/v1/checks/${path}`, { ...once, request, ...more });
  const url = `/v1/check-results/${id}?limit=1`;
  return eventually('a result', async () => (await account.client.get<Result[]>(url)).body[0]);
}

describe('an API check', () => {
  it('is executed with its group, its variables and its scripts, and judged by all its assertions', async () => {
    const { received, listener } = recorder();
    const port = await httpTarget((request, response) => {
      response.setHeader('Content-Type', 'application/json').setHeader('X-Total', '2');
      listener(request, response);
    });
    await made('/v1/variables', { key: 'TOKEN', value: 'of the account' });
    const group = await made('/v2/check-groups', {
      name: 'Shop',
      locations: [],
      privateLocations: ['default'],
      apiCheckDefaults: {
        url: `http://127.0.0.1:${port}`,
        headers: [pair('X-Group', 'shop')],
        queryParameters: [pair('page', '1')],
        assertions: [{ source: 'HEADERS', property: 'x-total', comparison: 'GREATER_THAN', target: '1' }],
        basicAuth: { username: 'ada', password: 'lovelace' },
      },
    });
    const result = await resultOf(
      'api',
      {
        method: 'POST',
        url: '{{GROUP_BASE_URL}}/orders',
        bodyType: 'GRAPHQL',
        body: '{ orders(first: {{COUNT}}) }',
        headers: [pair('X-Token', '{{{TOKEN}}}')],
        assertions: [
          { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' },
          { source: 'JSON_BODY', property: '$.orders[*].price', comparison: 'LESS_THAN', target: '10' },
          { source: 'TEXT_BODY', property: '"id":(\\d+)', comparison: 'EQUALS', target: '7' },
          { source: 'RESPONSE_TIME', comparison: 'LESS_THAN', target: '30000' },
        ],
      },
      {
        groupId: Number(group.id),
        environmentVariables: [{ key: 'COUNT', value: '2' }],
        localSetupScript: "request.headers['X-Script'] = 'was here'",
        localTearDownScript: 'response.body = JSON.stringify({ orders: [{ id: 7, price: 9 }, { id: 8, price: 12 }] })',
      },
    );
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/orders?page=1',
        body: '{"query":"{ orders(first: 2) }"}',
        headers: {
          'content-type': 'application/json',
          'x-token': 'of the account',
          'x-group': 'shop',
          'x-script': 'was here',
          authorization: `Basic ${Buffer.from('ada:lovelace').toString('base64')}`,
        },
      },
    ]);
    const { assertions, request } = result.apiCheckResult;
    expect(assertions.map(({ passed }) => passed)).toEqual([true, false, true, true, true]);
    expect(assertions[1]?.message).toBe(
      'Expected JSON_BODY $.orders[*].price to be less than 10, but of 2 values, number 2: it was 12',
    );
    expect(result.hasFailures).toBe(true);
    expect(request).toMatchObject({ method: 'POST', params: { page: '1' }, data: '{"query":"{ orders(first: 2) }"}' });
    expect(JSON.stringify(result)).not.toContain('lovelace');
  });

  it('that cannot be sent fails, for a person to see why', async () => {
    const result = await resultOf('api', { url: '{{NOT_SET}}/orders' });
    expect(result).toMatchObject({
      hasFailures: true,
      apiCheckResult: { response: null, requestError: 'The URL {{NOT_SET}}/orders is not an http or https URL' },
    });
  });
});

describe('checks of HTTP in a location', () => {
  it('show its client certificates and go through its proxy', async () => {
    const ca = fixture('authority-cert.pem');
    const keys = { key: fixture('authority-server-key.pem'), cert: fixture('authority-server-cert.pem') };
    const server = createHttps({ ...keys, ca, requestCert: true, rejectUnauthorized: true }, (request, response) =>
      response.end(`hello ${(request.socket as TLSSocket).getPeerCertificate().subject.CN}`),
    );
    const port = await serverTarget(server);
    const proxy = await proxyTarget({ authorization: `Basic ${Buffer.from('me:proxy-pass').toString('base64')}` });
    await made('/v1/variables', { key: 'PROXY_PASSWORD', value: 'proxy-pass', secret: true });
    await made('/v1/client-certificates', {
      host: 'a.localhost',
      cert: fixture('authority-client-cert.pem'),
      key: fixture('authority-client-key.pem'),
      ca,
    });
    const proxyUrl = `http://me:{{PROXY_PASSWORD}}@127.0.0.1:${proxy.port}`;
    const { status } = await account.client.put(`/v1/private-locations/${locationId}`, { name: 'Default', proxyUrl });
    expect(status).toBe(200);
    for (const type of ['url', 'api'] as const) {
      const result = await resultOf(type, { url: `https://a.localhost:${port}/` });
      expect(result.apiCheckResult).toMatchObject({
        requestError: null,
        response: { status: 200, body: 'hello client' },
      });
    }
    expect(proxy.asked).toEqual([`CONNECT a.localhost:${port}`, `CONNECT a.localhost:${port}`]);
  });
});
