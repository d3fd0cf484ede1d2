import type { Agent } from '#agent';
import { Outage } from '#persistence';
import { startApi, type TestAccount, type TestApi } from '#testing';
import { createIcmpProbe } from '../../apps/agent/src/probes/icmp.js';
import { latencyOf, type PingResult } from '../../apps/agent/src/probes/icmp-output.js';
import { builtInProbes } from '../../apps/agent/src/probes/registry.js';
import { dnsTarget, record, reply, stopDnsTargets, TYPES } from '../agent/dns-target.js';
import { eventually } from '../agent/eventually.js';
import { startAgent, temporaryFolder } from '../agent/start-agent.js';
import { closedPort, stopTargets, tcpTarget } from '../agent/targets.js';

let api: TestApi;
let account: TestAccount;
let agent: Agent;

const pings: PingResult[] = [1, 2, 3, 4].map((sequence) => ({
  sequence,
  type: sequence === 4 ? null : 0,
  code: sequence === 4 ? null : 0,
  success: sequence !== 4,
  rtt: sequence === 4 ? null : sequence * 10,
  ttl: sequence === 4 ? null : 64,
}));

const evidence = { notes: [' 1  192.0.2.1  0.5 ms'], problems: [], packets: Buffer.from('packets') };

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
  const body = { name: 'Here', slugName: 'here' };
  const { id } = (await account.client.post<{ id: string }>('/v1/private-locations', body)).expect(201).body;
  const { rawKey } = (await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`)).expect(
    201,
  ).body;
  await api.sql(`UPDATE service_pulse SET outage_ended_at = 'epoch'`);
  await api.app.get(Outage).pulse();
  // Pings that are the same on every machine, also where there is no ping.
  const probes = new Map(await builtInProbes({ osDnsResolver: false })).set(
    'ICMP',
    createIcmpProbe(async () => pings),
  );
  agent = await startAgent(
    api,
    temporaryFolder(),
    { apiKey: rawKey },
    { probes, gatherEvidence: async () => evidence },
  );
});

afterAll(async () => {
  await agent?.stop();
  await stopTargets();
  stopDnsTargets();
  await api?.close();
});

interface Result {
  id: string;
  hasFailures: boolean;
  hasErrors: boolean;
  isDegraded: boolean;
  responseTime: number;
  tcpCheckResult: unknown;
  dnsCheckResult: unknown;
  icmpCheckResult: unknown;
  apiCheckResult: unknown;
}

/** Creates a check, lets the agent run it as it was scheduled, and answers its id and its result. */
async function resultOf(
  type: 'tcp' | 'dns' | 'icmp' | 'url',
  request: object,
  more: object = {},
): Promise<[string, Result]> {
  const body = { name: type, privateLocations: ['here'], frequency: 1440, doubleCheck: false, request, ...more };
  const { id } = (await account.client.post<{ id: string }>(`/v1/checks/${type}`, body)).expect(201).body;
  const found = await eventually(`the result of a ${type} check`, async () => {
    const path = `/v1/check-results/${id}?limit=1`;
    return (await account.client.get<Result[]>(path)).expect(200).body[0];
  });
  return [id, found];
}

async function metricsOf(path: string, id: string, metrics: string): Promise<Record<string, number>> {
  const report = await account.client.get<{ series: { data: Record<string, number>[] }[] }>(
    `/v1/analytics/${path}/${id}?quickRange=last24Hours&metrics=${metrics}`,
  );
  return report.expect(200).body.series[0]!.data[0]!;
}

it('a TCP check is run, shown and measured', async () => {
  const port = await tcpTarget((socket) => socket.end('220 ready\r\n'));
  const assertions = [{ source: 'RESPONSE_DATA', comparison: 'CONTAINS', target: 'ready' }];
  const [id, result] = await resultOf('tcp', { hostname: 'localhost', port, data: 'HELO\r\n', assertions });
  expect(result).toMatchObject({
    hasFailures: false,
    hasErrors: false,
    dnsCheckResult: null,
    tcpCheckResult: {
      request: { hostname: 'localhost', port, ipFamily: 'IPv4', data: 'HELO\r\n' },
      response: { resolvedIp: '127.0.0.1', data: '220 ready\r\n' },
      assertions: [{ passed: true }],
      requestError: null,
    },
  });
  const row = await metricsOf('tcp-checks', id, 'total_avg,dns_avg,connection_avg,data_avg,availability');
  expect(row.availability).toBe(100);
  expect(row.connection_avg).toBeCloseTo(result.responseTime, 2);
  expect(row.total_avg).toBeGreaterThanOrEqual(row.connection_avg! + row.data_avg!);
});

it('a TCP check of a port that must be closed passes while it is', async () => {
  const request = { hostname: '127.0.0.1', port: await closedPort() };
  const [, closed] = await resultOf('tcp', request, { shouldFail: true });
  expect(closed).toMatchObject({ hasFailures: false, isDegraded: false, hasErrors: false });
  const [, open] = await resultOf('tcp', request);
  expect(open).toMatchObject({
    hasFailures: true,
    tcpCheckResult: { requestError: expect.stringContaining('refused') },
  });
});

it('a DNS check is run, shown and measured', async () => {
  const port = await dnsTarget((query) => [reply(query, [record(TYPES.A, Buffer.from([192, 0, 2, 1]))])]);
  const assertions = [
    { source: 'JSON_ANSWER', property: '$.Answer[0].data', comparison: 'EQUALS', target: '192.0.2.1' },
  ];
  const request = { query: 'example.com', recordType: 'A', nameServer: '127.0.0.1', port, assertions };
  const [id, result] = await resultOf('dns', request);
  expect(result).toMatchObject({
    hasFailures: false,
    dnsCheckResult: {
      request: { query: 'example.com', recordType: 'A', protocol: 'UDP', nameServer: '127.0.0.1', port },
      response: { responseCode: 'NOERROR', text: 'example.com. 300 IN A 192.0.2.1' },
      assertions: [{ passed: true, actual: '192.0.2.1' }],
    },
  });
  expect((await metricsOf('dns', id, 'total_avg')).total_avg).toBeCloseTo(result.responseTime, 2);
});

it('a DNS check fails on NXDOMAIN unless it asks for it', async () => {
  const port = await dnsTarget((query) => [reply(query, [], { code: 3 })]);
  const request = { query: 'example.com', recordType: 'A', nameServer: '127.0.0.1', port };
  expect((await resultOf('dns', request))[1]).toMatchObject({ hasFailures: true });
  const assertions = [{ source: 'RESPONSE_CODE', comparison: 'EQUALS', target: 'NXDOMAIN' }];
  expect((await resultOf('dns', { ...request, assertions }))[1]).toMatchObject({ hasFailures: false });
});

it('an ICMP check is judged by its own thresholds, shown and measured', async () => {
  const request = { hostname: '127.0.0.1', pingCount: 4 };
  const [, failed] = await resultOf('icmp', request);
  expect(failed).toMatchObject({ hasFailures: true, isDegraded: false });
  const limits = { degradedPacketLossThreshold: 25, maxPacketLossThreshold: 30 };
  const [id, degraded] = await resultOf('icmp', request, limits);
  expect(degraded).toMatchObject({
    hasFailures: false,
    isDegraded: true,
    responseTime: 20,
    icmpCheckResult: {
      request: { hostname: '127.0.0.1', ipFamily: 'IPv4', pingCount: 4 },
      response: { packetsSent: 4, packetsReceived: 3, packetLoss: 25, latency: latencyOf(pings), pingResults: pings },
    },
  });
  const row = await metricsOf(
    'icmp',
    id,
    'packetLoss_avg,latencyMin_avg,latencyMax_avg,latencyAvg_avg,latencyStdDev_avg',
  );
  expect(row).toMatchObject({ packetLoss_avg: 25, latencyMin_avg: 10, latencyMax_avg: 30, latencyAvg_avg: 20 });
  expect(row.latencyStdDev_avg).toBeCloseTo(8.165, 3);
});

it('a URL check that finds nobody shows the way there and its packets', async () => {
  const [id, result] = await resultOf('url', { url: `http://127.0.0.1:${await closedPort()}/` });
  const pcapDataUrl = `data:application/vnd.tcpdump.pcap;base64,${evidence.packets.toString('base64')}`;
  expect(result).toMatchObject({
    hasFailures: true,
    apiCheckResult: { jobLog: [{ msg: evidence.notes[0], level: 'INFO' }], pcapDataUrl },
  });
  const assets = await eventually('the file', async () => {
    const path = `/v1/check-results/${id}/${result.id}/assets?type=pcap`;
    const { body } = await account.client.get<{ assets: { type: string; name: string }[] }>(path);
    return body.assets.length > 0 && body.assets;
  });
  expect(assets).toMatchObject([{ type: 'pcap', name: 'connection.pcap' }]);
});
