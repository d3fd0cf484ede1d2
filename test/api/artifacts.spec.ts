import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { ARTIFACTS_PATH, RESULTS_PATH, type Lease } from '#agent-protocol';
import { ARTIFACT_BYTES } from '#domain';
import { limitServer } from '#http';
import { startApi, urlCheckBody, type ApiClient, type TestAccount, type TestApi } from '#testing';
import { ArtifactRetention } from '../../apps/api/src/artifacts/artifact-retention.js';
import { S3Store } from '../../apps/api/src/artifacts/s3-store.js';
import { eventually } from '../agent/eventually.js';
import { temporaryFolder } from '../agent/start-agent.js';
import { FakeAgent, passed } from './fake-agent.js';
import { S3Server } from './s3-server.js';

interface Manifest {
  assets: { type: string; name: string; url: string; contentType: string; source: object }[];
  truncated: boolean;
  entriesReturned: number;
  entriesTotal: number;
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const s3 = new S3Server();
const folder = temporaryFolder();
beforeAll(() => s3.start());
afterAll(() => s3.stop());

const STORES = {
  folder: () => ({ directory: folder, days: 30, s3: null }),
  S3: () => ({ directory: '/nowhere', days: 30, s3: { endpoint: s3.url, bucket: 'bucket', ...s3.credentials } }),
};
/** How many files the store holds. */
const kept = {
  folder: () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length,
  S3: () => s3.objects.size,
};

describe.each(['folder', 'S3'] as const)('files of runs in a store of the kind %s', (kind) => {
  let api: TestApi;
  let account: TestAccount;
  let location: ApiClient;
  let agent: FakeAgent;
  let lease: Lease;

  beforeAll(async () => {
    api = await startApi({ config: { artifacts: STORES[kind]() } });
  });
  afterAll(() => api?.close());
  beforeEach(async () => {
    account = await api.account();
    const { id } = (
      await account.client.post<{ id: string }>('/v1/private-locations', { name: 'Here', slugName: 'here' })
    ).expect(201).body;
    const key = await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`);
    location = api.anonymous.as(key.expect(201).body.rawKey);
    agent = new FakeAgent(location);
    const check = urlCheckBody({ privateLocations: ['here'], frequency: 1440 });
    (await account.client.post('/v1/checks/url', check)).expect(201);
    lease = await agent.leaseOne();
  });

  const upload = (name: string, content: Uint8Array, values: Record<string, string | number> = {}, of = lease) => {
    const { runId, token, attempt, resultId } = of;
    const about = { runId, token, attempt, type: 'file', sha256: sha256(content), ...values };
    const query = new URLSearchParams(
      Object.entries(about).map(([key, value]) => [key, String(value)] as [string, string]),
    );
    const headers = { 'content-type': 'text/plain' };
    return location.put<{ verdict: string }>(`/agent/v1/artifacts/${resultId}/${name}?${query}`, undefined, {
      raw: content,
      headers,
    });
  };
  const manifest = async (query = '', client = account.client) =>
    (await client.get<Manifest>(`/v1/check-results/${lease.check.id}/${lease.resultId}/assets?${query}`)).expect(200)
      .body;
  const download = (name: string, client = account.client) =>
    client.get<string>(`/v1/check-results/${lease.check.id}/${lease.resultId}/assets/${name}`);

  it('come with their run, are listed with its result, and are read as they were', async () => {
    const pcap = randomBytes(100_000);
    expect((await upload('capture.pcap', pcap, { type: 'pcap' })).expect(200).body).toEqual({ verdict: 'stored' });
    expect((await upload('a-traceroute.txt', Buffer.from('1 router'), { type: 'log' })).expect(200).body.verdict).toBe(
      'stored',
    );
    expect(await agent.report(passed(lease))).toEqual(['accepted']);
    const listed = await manifest();
    expect(listed).toMatchObject({ truncated: false, entriesReturned: 2, entriesTotal: 2 });
    const { id: checkId, name: checkName } = lease.check;
    const source = { type: 'check-result', checkId, checkName, checkType: 'URL', resultId: lease.resultId };
    expect(listed.assets).toEqual([
      {
        type: 'log',
        name: 'a-traceroute.txt',
        url: `http://pharos.test/v1/check-results/${checkId}/${lease.resultId}/assets/a-traceroute.txt`,
        contentType: 'text/plain',
        source,
      },
      expect.objectContaining({ type: 'pcap', name: 'capture.pcap', source }),
    ]);
    expect((await manifest('type=pcap')).assets.map(({ name }) => name)).toEqual(['capture.pcap']);
    expect((await manifest('name=TRACE')).assets.map(({ name }) => name)).toEqual(['a-traceroute.txt']);
    expect((await manifest('type=video')).assets).toEqual([]);
    expect((await download('a-traceroute.txt')).expect(200).body).toBe('1 router');

    const path = `/v1/check-results/${checkId}/${lease.resultId}/assets/capture.pcap`;
    const response = await fetch(api.url + path, { headers: { authorization: `Bearer ${account.apiKey}` } });
    expect(Buffer.from(await response.arrayBuffer()).equals(pcap)).toBe(true);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="capture.pcap"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    (await account.client.get(`/v1/check-results/${checkId}/${lease.resultId}/assets?type=other`)).expect(400);
    (await account.client.get(`/v1/check-results/${checkId}/${lease.resultId}/assets?name=${'x'.repeat(201)}`)).expect(
      400,
    );
  });

  it('may come again, and after the report, but not as something else', async () => {
    await agent.report(passed(lease));
    const content = Buffer.from('the same');
    expect((await upload('x.txt', content)).expect(200).body.verdict).toBe('stored');
    const files = kept[kind]();
    expect((await upload('x.txt', content)).expect(200).body.verdict).toBe('known');
    expect(kept[kind]()).toBe(files);
    (await upload('x.txt', Buffer.from('another'))).expect(409);
    expect((await download('x.txt')).expect(200).body).toBe('the same');
  });

  it('are nothing when they are not what was announced', async () => {
    const files = kept[kind]();
    (await upload('x.txt', Buffer.from('one'), { sha256: sha256(Buffer.from('other')) })).expect(400);
    (await upload('x.txt', Buffer.from('one'), { sha256: 'short' })).expect(400);
    (await upload('x.txt', Buffer.from('one'), { type: 'virus' })).expect(400);
    (await upload('..%2fx', Buffer.from('one'))).expect(404);
    expect(kept[kind]()).toBe(files);
    expect((await upload('x.txt', Buffer.from('one'))).expect(200).body.verdict).toBe('stored');
  });

  it('are taken from whoever holds the run, and from nobody else', async () => {
    const content = Buffer.from('x');
    (await upload('x.txt', content, { token: lease.token + 1 })).expect(409);
    (await upload('x.txt', content, { attempt: 2 })).expect(404);
    (await upload('x.txt', content, { runId: randomUUID() })).expect(404);
    (await upload('x.txt', content, {}, { ...lease, resultId: randomUUID() })).expect(404);
    await agent.release(lease);
    const again = await agent.leaseOne();
    expect(again.token).toBe(lease.token + 1);
    (await upload('x.txt', content)).expect(409);
    (await upload('x.txt', content, {}, again)).expect(200);
  });

  it('are told to their own account only', async () => {
    await upload('x.txt', Buffer.from('x'));
    await agent.report(passed(lease));
    const stranger = (await api.account()).client;
    const path = `/v1/check-results/${lease.check.id}/${lease.resultId}/assets`;
    (await stranger.get(path)).expect(404);
    (await stranger.get(`${path}/x.txt`)).expect(404);
    (await account.client.get(`${path}/y.txt`)).expect(404);
    (await (await account.clientOf('READ_ONLY')).get(`${path}/x.txt`)).expect(200);
    (await api.anonymous.get(`${path}/x.txt`)).expect(401);
    (await account.client.put(`${ARTIFACTS_PATH}/${lease.resultId}/x.txt`, {})).expect(401);
  });

  it('have a size, which has a limit', async () => {
    const send = (headers: Record<string, string | number>) =>
      new Promise<number>((resolve, reject) => {
        const about = { runId: lease.runId, token: '1', attempt: '1', type: 'file', sha256: '0'.repeat(64) };
        const url = `${api.url}${ARTIFACTS_PATH}/${lease.resultId}/big?${new URLSearchParams(about)}`;
        const { authorization } = (location as unknown as { headers: Record<string, string> }).headers;
        const request = httpRequest(url, { method: 'PUT', headers: { ...headers, authorization } }, (response) => {
          response.resume();
          resolve(response.statusCode!);
          request.destroy();
        });
        request.once('error', reject);
        request.flushHeaders();
      });
    expect(await send({ 'content-length': ARTIFACT_BYTES + 1 })).toBe(413);
    expect(await send({ 'transfer-encoding': 'chunked' })).toBe(400);
  });

  it('are not half there when the agent dies in the middle', async () => {
    const files = kept[kind]();
    const about = { runId: lease.runId, token: '1', attempt: '1', type: 'file', sha256: '0'.repeat(64) };
    const url = `${api.url}${ARTIFACTS_PATH}/${lease.resultId}/half?${new URLSearchParams(about)}`;
    const { authorization } = (location as unknown as { headers: Record<string, string> }).headers;
    const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': 1_000_000, authorization } });
    const ended = new Promise((resolve) => request.once('error', resolve));
    await new Promise((resolve) => request.write(randomBytes(300_000), resolve));
    request.destroy();
    await ended;
    await eventually('what came is gone', () => kept[kind]() === files);
    expect((await download('half')).status).toBe(404);
    expect((await upload('half', Buffer.from('whole'))).expect(200).body.verdict).toBe('stored');
  });

  it('have more time to arrive than other requests', async () => {
    const short = {
      headersMs: 4_000,
      requestMs: 4_000,
      lookMs: 500,
      keepAliveMs: 9_000,
      stalledMs: 60_000,
      lingerMs: 500,
    };
    const server = api.app.getHttpServer() as Server;
    const before = server.listeners('request');
    limitServer(server, short);
    const shorten = server.listeners('request').find((each) => !before.includes(each)) as () => void;
    // The last word, but for the route's.
    server.off('request', shorten).on('request', shorten);
    const content = Buffer.from('abc');
    const about = { runId: lease.runId, token: '1', attempt: '1', type: 'file', sha256: sha256(content) };
    const path = `${ARTIFACTS_PATH}/${lease.resultId}/slow?${new URLSearchParams(about)}`;
    const { authorization } = (location as unknown as { headers: Record<string, string> }).headers;
    const begin = (method: string, url: string) => {
      const headers = { 'content-length': content.length, 'content-type': 'application/json', authorization };
      const request = httpRequest(`${api.url}${url}`, { method, headers });
      request.write('a');
      return request;
    };
    const slow = begin('PUT', path);
    const status = new Promise((resolve, reject) => {
      slow.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
    });
    const other = begin('POST', RESULTS_PATH);
    await new Promise((resolve) => other.once('error', resolve));
    slow.end('bc');
    expect(await status).toBe(200);
    server.off('request', shorten);
  });

  it('are removed when they are old, row and file', async () => {
    await upload('old.txt', Buffer.from('old'));
    await upload('new.txt', Buffer.from('new'));
    await agent.report(passed(lease));
    await api.sql(
      `UPDATE check_artifacts SET created_at = now() - interval '31 days' WHERE account_id = $1 AND name = 'old.txt'`,
      [account.id],
    );
    const files = kept[kind]();
    await api.app.get(ArtifactRetention, { strict: false }).round();
    expect((await manifest()).assets.map(({ name }) => name)).toEqual(['new.txt']);
    expect(kept[kind]()).toBe(files - 1);
  });
});

it('old files that the store does not remove hold up no others', async () => {
  const api = await startApi({ config: { artifacts: STORES.S3() } });
  try {
    const { id } = await api.account();
    await api.sql(
      `INSERT INTO check_artifacts (account_id, result_id, name, check_id, type, content_type, size, sha256, created_at)
       SELECT $1, gen_random_uuid(), CASE WHEN n % 50 = 1 THEN 'stuck' ELSE 'old' END, $1, 'file', 'text/plain', 1, 'x',
         now() - (n || ' seconds')::interval - interval '31 days' FROM generate_series(1, 250) n`,
      [id],
    );
    const left = async () =>
      (await api.sql<{ name: string }>('SELECT name FROM check_artifacts')).map(({ name }) => name);
    const retention = api.app.get(ArtifactRetention, { strict: false });
    s3.broken = 'stuck';
    while (await retention.round());
    expect(await left()).toEqual(Array(5).fill('stuck'));
    s3.broken = null;
    while (await retention.round());
    expect(await left()).toEqual([]);
  } finally {
    s3.broken = null;
    await api.close();
  }
});

describe('a store that does not answer', () => {
  it('is a 503, which agents try again, and says nothing of its keys', async () => {
    const lines: string[] = [];
    const api = await startApi({
      config: { artifacts: STORES.S3(), logLevel: 'WARN' },
      logTo: { write: (line: string) => void lines.push(line) },
    });
    try {
      const account = await api.account();
      const { id } = (
        await account.client.post<{ id: string }>('/v1/private-locations', { name: 'Here', slugName: 'here' })
      ).expect(201).body;
      const { rawKey } = (await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`)).expect(
        201,
      ).body;
      const location = api.anonymous.as(rawKey);
      (await account.client.post('/v1/checks/url', urlCheckBody({ privateLocations: ['here'] }))).expect(201);
      const { runId, token, attempt, resultId } = await new FakeAgent(location).leaseOne();
      const raw = Buffer.from('x');
      const about = { runId, token: `${token}`, attempt: `${attempt}`, type: 'file', sha256: sha256(raw) };
      const put = () =>
        location.put(`${ARTIFACTS_PATH}/${resultId}/x?${new URLSearchParams(about)}`, undefined, { raw });
      s3.failing = 503;
      (await put()).expect(503);
      s3.failing = null;
      (await put()).expect(200);
      expect(lines.join('')).toContain('The artifact store answered 503 (SlowDown)');
      expect(lines.join('')).not.toContain(s3.credentials.secretAccessKey);
    } finally {
      s3.failing = null;
      await api.close();
    }
  });

  it('refuses other credentials, and what is not what it was said to be', async () => {
    const config = { endpoint: s3.url, bucket: 'bucket', ...s3.credentials };
    const file = { size: 1, sha256: sha256(Buffer.from('x')), contentType: 'text/plain' };
    const wrong = new S3Store({ ...config, secretAccessKey: 'wrong' });
    await expect(wrong.put('a/b', Readable.from([Buffer.from('x')]), file)).rejects.toThrow(
      '403 (SignatureDoesNotMatch)',
    );
    const right = new S3Store(config);
    await expect(right.put('a/b', Readable.from([Buffer.from('y')]), file)).rejects.toThrow(
      'XAmzContentSHA256Mismatch',
    );
    await right.put('a/b c+d@e', Readable.from([Buffer.from('x')]), file);
    expect(await (await right.get('a/b c+d@e'))!.toArray()).toEqual([Buffer.from('x')]);
    expect(await right.get('a/none')).toBeNull();
    await right.remove('a/b c+d@e');
    await right.remove('a/b c+d@e');
    expect(await right.get('a/b c+d@e')).toBeNull();
    await Promise.all([wrong.onModuleDestroy(), right.onModuleDestroy()]);
  });
});
