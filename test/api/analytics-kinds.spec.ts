import { heartbeatCheckBody, startApi, type TestAccount, type TestApi } from '#testing';
import type { CheckType } from '#domain';
import { storeCheck, storeResults, type StoredResult } from './stored-results.js';

/** Reference 2.9: reports on types with numbers of their own. What they share is tested with URL monitors. */

type Row = { timestamp: string } & Record<string, number | null | string>;
interface Report {
  checkType: string;
  series: ({ data: Row[] } & Record<string, unknown>)[];
  metadata: Record<string, { unit: string; label: string; aggregation?: string }>;
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const T0 = Date.UTC(2026, 2, 18, 12);
const at = (minutes: number) => new Date(T0 + minutes * 60_000);
const WINDOW = `from=${T0 / 1_000}&to=${T0 / 1_000 + 3_600}&limit=100`;

async function stored(checkType: CheckType, results: Partial<StoredResult>[]): Promise<string> {
  const id = await storeCheck(api, account.id, { checkType });
  const of = results.map((result, n) => ({ startedAt: at(n), checkType, statusCode: null, ...result }));
  await storeResults(api, account.id, id, of);
  return id;
}

const report = async (path: string, query: string) =>
  (await account.client.get<Report>(`/v1/analytics/${path}?${WINDOW}&${query}`)).expect(200).body;
const rowOf = async (path: string, query: string) => {
  const { timestamp: _, ...numbers } = (await report(path, query)).series[0]!.data[0]!;
  return numbers;
};

it('API checks: phases of HTTP, by location and status code', async () => {
  const id = await stored('API', [
    { responseTime: 100, firstByte: 60, statusCode: 200 },
    { responseTime: 300, firstByte: 100, statusCode: 503, hasFailures: true },
  ]);
  expect(await rowOf(`api-checks/${id}`, 'metrics=responseTime_avg,firstByte_max,availability,retries')).toEqual({
    responseTime_avg: 200,
    firstByte_max: 100,
    availability: 50,
    retries: 0,
  });
  const { series } = await report(`api-checks/${id}`, 'metrics=responseTime_sum&groupBy=statusCode');
  expect(series.map(({ statusCode, data }) => [statusCode, data[0]!['responseTime_sum']])).toEqual([
    [200, 100],
    [503, 300],
  ]);
});

it('TCP checks: look-up, connection, exchange of data, and all of it', async () => {
  const phases = { wait: 0, tls: 0, firstByte: 0 };
  const id = await stored('TCP', [
    { ...phases, dns: 2, tcp: 10, download: 4, responseTime: 10 },
    { ...phases, dns: 4, tcp: 30, download: 0, responseTime: 30, attempt: 3 },
    // Nothing is known of a run without phases.
    { dns: null, responseTime: 5_000, hasFailures: true },
  ]);
  expect(
    await rowOf(`tcp-checks/${id}`, 'metrics=total_avg,total_p50,dns_sum,connection_max,data_min,availability,retries'),
  ).toEqual({
    total_avg: 25,
    total_p50: 25,
    dns_sum: 6,
    connection_max: 30,
    data_min: 0,
    availability: expect.closeTo(200 / 3),
    retries: 2,
  });
  const { series } = await report(`tcp-checks/${id}`, 'metrics=total');
  expect(series[0]!.data.map(({ total }) => total)).toEqual([16, 34, null]);
});

it('DNS checks: the resolution', async () => {
  const id = await stored('DNS', [{ responseTime: 10 }, { responseTime: 20 }, { responseTime: 60, hasFailures: true }]);
  expect(await rowOf(`dns/${id}`, 'metrics=total_median,total_stddev,availability')).toEqual({
    total_median: 20,
    // The deviations from 30 are 20, 10 and 30: the root of 1,400 / 3.
    total_stddev: expect.closeTo(21.602468994692867),
    availability: expect.closeTo(200 / 3),
  });
});

it('ICMP checks: packet loss and latencies of the report', async () => {
  const latency = (packetLoss: number, ...[latencyMin, latencyMax, latencyAvg, latencyStdDev]: number[]) => ({
    metrics: { packetLoss, latencyMin, latencyMax, latencyAvg, latencyStdDev } as Record<string, number>,
  });
  const id = await stored('ICMP', [
    { ...latency(0, 1, 3, 2, 0.5), location: 'athens' },
    { ...latency(50, 5, 9, 7, 1.5), location: 'berlin', isDegraded: true },
    { metrics: { packetLoss: 100 }, location: 'berlin', hasFailures: true },
  ]);
  const names = 'packetLoss_avg,packetLoss_p50,latencyMin_min,latencyMax_max,latencyAvg_avg,latencyStdDev_sum';
  expect(await rowOf(`icmp/${id}`, `metrics=${names}`)).toEqual({
    packetLoss_avg: 50,
    packetLoss_p50: 50,
    latencyMin_min: 1,
    latencyMax_max: 9,
    latencyAvg_avg: 4.5,
    latencyStdDev_sum: 2,
  });
  const { series, metadata } = await report(`icmp/${id}`, 'metrics=packetLoss_avg&groupBy=runLocation');
  expect(series.map(({ runLocation, data }) => [runLocation, data[0]!['packetLoss_avg']])).toEqual([
    ['athens', 0],
    ['berlin', 75],
  ]);
  expect(metadata).toEqual({ packetLoss_avg: { unit: 'percentage', label: 'Lost packets', aggregation: 'avg' } });
});

it('a report counts checks of its own type only', async () => {
  const tcp = await stored('TCP', []);
  for (const path of ['api-checks', 'dns', 'icmp', 'heartbeat-checks'])
    (await account.client.get(`/v1/analytics/${path}/${tcp}?metrics=availability`)).expect(404);
});

describe('heartbeat checks', () => {
  let id: string;

  beforeEach(async () => {
    ({ id } = (await account.client.post<{ id: string }>('/v1/checks/heartbeat', heartbeatCheckBody())).expect(
      201,
    ).body);
  });

  const note = (state: string, minute: number) =>
    api.sql(
      `INSERT INTO heartbeat_events (account_id, check_id, id, state, timestamp) VALUES ($1, $2, gen_random_uuid(), $3, $4)`,
      [account.id, id, state, at(minute)],
    );

  it('count their events: FAILING is a failure, all else a success', async () => {
    for (const [minute, state] of ['RECEIVED', 'EARLY', 'GRACE', 'LATE', 'FAILING'].entries())
      await note(state, minute);
    await note('FAILING', 60);
    await note('FAILING', -1);
    expect(await report(`heartbeat-checks/${id}`, '')).toMatchObject({
      checkType: 'HEARTBEAT',
      series: [{ data: [{ timestamp: at(0).toISOString(), availability: 80 }] }],
      metadata: { availability: { unit: 'percentage', label: 'Availability' } },
    });
    expect(await rowOf(`heartbeat-checks/${id}`, 'metrics=availability,retries')).toEqual({
      availability: 80,
      retries: 0,
    });
  });

  it.each([
    ['FAILING', 0],
    ['EARLY,FAILING', 50],
    ['GRACE', null],
  ])('are filtered by state: %s', async (states, availability) => {
    for (const state of ['RECEIVED', 'EARLY', 'FAILING']) await note(state, 1);
    expect(await rowOf(`heartbeat-checks/${id}`, `filterByStatus=${states}`)).toEqual({ availability });
  });

  it('have neither intervals nor groups', async () => {
    for (const query of ['aggregationInterval=60', 'groupBy=runLocation', 'metrics=availability_avg'])
      (await account.client.get(`/v1/analytics/heartbeat-checks/${id}?${query}`)).expect(400);
  });
});

describe('a report on many checks', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const ask = async (checkIds: string[]) =>
    (await account.client.post<Row[]>('/v1/analytics/checks', { checkIds })).expect(200).body;

  it('knows the packet loss of ICMP checks and the events of heartbeats', async () => {
    const losses = [0, 0, 10, 50].map((packetLoss, n) => ({
      startedAt: hoursAgo(n + 1),
      metrics: { packetLoss, latencyAvg: n + 1 } as Record<string, number>,
    }));
    // Without any answer there is no latency: its response time of 0 is none.
    const lost = { startedAt: hoursAgo(5), responseTime: 0, hasFailures: true, metrics: { packetLoss: 100 } };
    const icmp = await stored('ICMP', [...losses, lost]);
    const heartbeat = (await account.client.post<{ id: string }>('/v1/checks/heartbeat', heartbeatCheckBody())).expect(
      201,
    ).body.id;
    await api.sql(
      `INSERT INTO heartbeat_events (account_id, check_id, id, state, timestamp)
       SELECT $1, $2, gen_random_uuid(), state, now() - interval '1 hour' FROM unnest('{RECEIVED,LATE,GRACE,FAILING}'::text[]) AS s (state)`,
      [account.id, heartbeat],
    );
    expect(await ask([icmp, heartbeat])).toEqual([
      {
        checkId: icmp,
        checkType: 'ICMP',
        availability: 80,
        latency_avg: 2.5,
        latency_p50: 2.5,
        latency_p95: expect.closeTo(3.85),
        latency_p99: expect.closeTo(3.97),
        packetLoss_avg: 32,
        packetLoss_p95: expect.closeTo(90),
        packetLoss_p99: expect.closeTo(98),
      },
      { checkId: heartbeat, checkType: 'HEARTBEAT', availability: 75 },
    ]);
  });
});
