import { createAgent } from '#agent';
import { LEASES_PATH, RESULTS_PATH } from '#agent-protocol';
import { readAgentConfig } from '#config';
import { createLogger, PinoLogger } from '#http';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { Logger } from '@nestjs/common';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger as createAgentLogger } from '../../apps/agent/src/logging.js';
import { eventually } from '../agent/eventually.js';

type Line = Record<string, unknown>;

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const HEX = /^[0-9a-f]{32}$/;

const lines: Line[] = [];
const into = (list: Line[]) => ({ write: (text: string) => list.push(JSON.parse(text) as Line) });
let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi({ config: { logLevel: 'DEBUG' }, logTo: into(lines) });
  account = await api.account();
});
afterAll(() => api?.close());

const lineOf = (requestId: string) =>
  eventually('the line of the request', () => lines.find((line) => line['requestId'] === requestId));
const call = async (headers: Record<string, string>) => {
  const answer = await account.client.get('/v1/variables', { headers });
  return lineOf(answer.headers.get('x-request-id')!);
};

describe('the log', () => {
  it('has the trace of the caller', async () => {
    const line = await call({ traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'x-request-id': 'mine' });
    expect(line).toMatchObject({ level: 'info', context: 'Requests', requestId: 'mine', traceId: TRACE });
    expect(line).toMatchObject({ msg: 'request', route: '/v1/variables', status: 200, time: expect.any(String) });
  });

  it('has a trace of its own where that of the caller is malformed, or where there is none', async () => {
    for (const headers of [{ traceparent: `00-${TRACE}-0000000000000000-01` }, {}]) {
      const { traceId } = await call(headers as Record<string, string>);
      expect(traceId).toMatch(HEX);
      expect(traceId).not.toBe(TRACE);
    }
  });

  it('keeps the lines of requests at the same time apart', async () => {
    const traces = Array.from({ length: 20 }, (_, nth) => (nth + 1).toString(16).padStart(32, '0'));
    const found = await Promise.all(
      traces.map((trace) => call({ traceparent: `00-${trace}-b7ad6b7169203331-01`, 'x-request-id': `r${trace}` })),
    );
    expect(found.map(({ traceId }) => traceId)).toEqual(traces);
  });

  it('lets one run be followed from the agent to the API and back, and shows no key', async () => {
    const [folder, agentLines] = [mkdtempSync(join(tmpdir(), 'pharos-trace-')), [] as Line[]];
    const location = { name: 'Here', slugName: 'here' };
    const { id } = (await account.client.post<{ id: string }>('/v1/private-locations', location)).expect(201).body;
    const keyPath = `/v1/private-locations/${id}/keys`;
    const { rawKey } = (await account.client.post<{ rawKey: string }>(keyPath)).expect(201).body;
    const env = { API_KEY: rawKey, PHAROS_API_URL: api.url, AGENT_HEALTH_PORT: '0', PHAROS_SPOOL_DIRECTORY: folder };
    const logger = createAgentLogger('DEBUG', into(agentLines));
    const agent = await createAgent(readAgentConfig(env), { logger });
    // Nest has one logger per process, and the last application's it is: the API gets its own back.
    Logger.overrideLogger(new PinoLogger(createLogger('DEBUG', into(lines))));
    try {
      await agent.start();
      const request = { url: `${api.url}/-/liveness` };
      const body = urlCheckBody({ privateLocations: ['here'], frequency: 1440, request });
      (await account.client.post('/v1/checks/url', body)).expect(201);
      const of = (msg: string) => eventually(msg, () => agentLines.find((line) => line['msg'] === msg));
      const [executed, told] = [await of('Executed'), await of('Reported')];
      const { runId } = executed;
      expect(told['runIds']).toEqual([runId]);

      const traced = (from: Line, msg: string) =>
        eventually(msg, () => lines.find((line) => line['traceId'] === from['traceId'] && line['msg'] === msg));
      expect(await traced(executed, 'leased')).toMatchObject({ context: 'Leases', runIds: [runId] });
      expect(await traced(executed, 'request')).toMatchObject({ route: LEASES_PATH, status: 200 });
      expect(await traced(told, 'reported')).toMatchObject({ context: 'Ingestion', runIds: [runId] });
      const answered = await traced(told, 'request');
      expect(answered).toMatchObject({ route: RESULTS_PATH, accountId: account.id });
      expect((await traced(told, 'reported'))['requestId']).toBe(answered['requestId']);
    } finally {
      await agent.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    const everything = JSON.stringify([...lines, ...agentLines]);
    for (const secret of [rawKey, account.apiKey]) expect(everything).not.toContain(secret);
    for (const line of [...lines, ...agentLines])
      expect(Object.keys(line)).toEqual(expect.arrayContaining(['level', 'time', 'msg']));
  });
});
