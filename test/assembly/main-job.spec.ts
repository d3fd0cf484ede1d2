import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAgent, type Agent } from '#agent';
import { readAgentConfig } from '#config';
import { startApi, type TestAccount, type TestApi } from '#testing';

interface Result {
  responseTime: number;
  hasFailures: boolean;
  isDegraded: boolean;
  overMaxResponseTime: boolean;
  resultType: string;
  apiCheckResult: {
    requestError: string | null;
    response: { status: number; timingPhases: Record<string, number> } | null;
  };
}

let api: TestApi;
let account: TestAccount;
let agent: Agent;
let target: Server;
let targetUrl: string;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
  const { id } = (
    await account.client.post<{ id: string }>('/v1/private-locations', { name: 'Default', slugName: 'default' })
  ).expect(201).body;
  const { rawKey } = (await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`)).expect(
    201,
  ).body;
  target = createServer((request, response) => {
    if (request.url === '/broken') response.writeHead(500).end('broken');
    else if (request.url === '/slow') setTimeout(() => response.end('slow'), 300);
    else if (request.url !== '/hangs') response.end('ok');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'pharos-main-job-'));
  const env = {
    API_KEY: rawKey,
    PHAROS_API_URL: api.url,
    AGENT_HEALTH_PORT: '0',
    LOG_LEVEL: 'ERROR',
    PHAROS_SPOOL_DIRECTORY: folder,
  };
  agent = await createAgent(readAgentConfig(env), { runLimitMs: 2_000 });
  await agent.start();
});

afterAll(async () => {
  await agent.stop();
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const create = async (path: string, values: object = {}) => {
  const body = {
    name: path,
    frequency: 0,
    frequencyOffset: 10,
    doubleCheck: false,
    request: { url: targetUrl + path },
    ...values,
  };
  return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
};

async function results(checkId: string, atLeast = 1): Promise<Result[]> {
  for (const end = Date.now() + 15_000; Date.now() < end; await delay(50)) {
    const { body } = await account.client.get<Result[]>(`/v1/check-results/${checkId}?limit=100`);
    if (body.length >= atLeast) return body;
  }
  throw new Error('no result within 15 s');
}

const sessionStatuses = async (checkId: string) =>
  (await api.sql<{ status: string }>('SELECT status FROM check_sessions WHERE check_id = $1', [checkId])).map(
    ({ status }) => status,
  );

it('a URL check runs within 15 s: FINAL result whose phases add up, PASSED session, status', async () => {
  const checkId = await create('/ok');
  const [result] = await results(checkId);
  expect(result).toMatchObject({ resultType: 'FINAL', hasFailures: false, isDegraded: false });
  const { total, ...phases } = result!.apiCheckResult.response!.timingPhases;
  const sum = Object.values(phases).reduce((a, b) => a + b, 0);
  expect(sum).toBeCloseTo(total!, 2);
  expect(total).toBeCloseTo(result!.responseTime, 2);
  expect(await sessionStatuses(checkId)).toEqual(['PASSED']);
  expect((await account.client.get(`/v1/check-statuses/${checkId}`)).body).toMatchObject({
    hasFailures: false,
    lastRunLocation: 'default',
  });
});

it('analytics equal what is computed by hand from the results', async () => {
  const checkId = await create('/ok', { name: 'numbers' });
  await results(checkId);
  for (let run = 0; run < 4; run += 1) {
    const { sessions } = (
      await account.client.post<{ sessions: { id: string }[] }>('/v1/check-sessions/trigger', {
        target: { checkId: [checkId] },
      })
    ).expect(201).body;
    (await account.client.get(`/v1/check-sessions/${sessions[0]!.id}/completion?maxWaitSeconds=10`)).expect(200);
  }
  await account.client.put(`/v1/checks/url/${checkId}`, { activated: false });
  const times = (await results(checkId, 5)).map(({ responseTime }) => responseTime).toSorted((a, b) => a - b);
  const metrics = 'responseTime_avg,responseTime_p50,responseTime_p95,responseTime_max,availability';
  const { series } = (
    await account.client.get<{ series: { data: Record<string, number>[] }[] }>(
      `/v1/analytics/url-monitors/${checkId}?metrics=${metrics}`,
    )
  ).expect(200).body;
  const [row] = series[0]!.data;
  expect(row!['responseTime_avg']).toBeCloseTo(times.reduce((a, b) => a + b, 0) / times.length, 6);
  expect(row!['responseTime_p50']).toBeCloseTo(percentile(times, 0.5), 6);
  expect(row!['responseTime_p95']).toBeCloseTo(percentile(times, 0.95), 6);
  expect(row!['responseTime_max']).toBe(times.at(-1));
  expect(row!['availability']).toBe(100);
});

it('a target that fails: FAILED session, and an error message a person can read', async () => {
  const checkId = await create('/broken');
  const [result] = await results(checkId);
  expect(result).toMatchObject({ hasFailures: true, apiCheckResult: { response: { status: 500 } } });
  expect(await sessionStatuses(checkId)).toEqual(['FAILED']);
  const [stored] = await api.sql<{ message: string }>(
    'SELECT error_message AS message FROM check_results WHERE check_id = $1',
    [checkId],
  );
  expect(stored!.message).toContain('500');
});

it('a slow target: degraded, and failed above the other limit', async () => {
  const [degraded] = await results(await create('/slow', { degradedResponseTime: 100 }));
  expect(degraded).toMatchObject({ isDegraded: true, hasFailures: false });
  const checkId = await create('/slow', { degradedResponseTime: 100, maxResponseTime: 200 });
  const [tooSlow] = await results(checkId);
  expect(tooSlow).toMatchObject({ isDegraded: false, hasFailures: true, overMaxResponseTime: true });
});

it('a target that hangs: time-out', async () => {
  const checkId = await create('/hangs');
  const [result] = await results(checkId);
  expect(result).toMatchObject({ hasFailures: true });
  expect(result!.apiCheckResult.requestError).toContain('maximum run time');
});

/** As percentile_cont defines it: interpolated by rank. */
function percentile(sorted: number[], fraction: number): number {
  const rank = fraction * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(rank)]!, sorted[Math.ceil(rank)]!];
  return below + (above - below) * (rank - Math.floor(rank));
}
