import { isIPv6 } from 'node:net';
import { DEFAULT_PING_COUNT, ICMP_LATENCIES, type AssertionOutcome, type IcmpRequest, type IpFamily } from '#domain';
import { latencyOf, packetLossOf, type Latency, type PingResult } from './icmp-output.js';
import type { Ping } from './icmp-ping.js';
import { jsonAnswer } from './json-answer.js';
import { permittedAddresses, withIpv4Fallback } from './permitted-addresses.js';
import { PhaseClock } from './phase-clock.js';
import { UnusableRequest, type Outcome, type Probe } from './probe.js';
import { RequestFailure } from './request-failure.js';
import { createResolve, type Resolve } from './resolve.js';
import { assertWithRegexes } from './with-regexes.js';

/** Bytes of data in each ping, as all `ping`s have it. */
const PACKET_SIZE = 56;
const MAX_PINGS = 50;

/** Reference 5.4: the document that JSON_RESPONSE asserts on. */
export interface IcmpDocument {
  hostname: string;
  resolvedIp: string;
  ipFamily: IpFamily;
  pingCount: number;
  packetsSent: number;
  packetsReceived: number;
  /** Bytes. */
  packetSize: number;
  /** Per cent. */
  packetLoss: number;
  /** Milliseconds; null where no ping was answered. */
  latency: Latency;
  pingResults: PingResult[];
}

/** `icmpCheckResult`: the result of an ICMP check. */
export interface IcmpCheckResult {
  assertions: AssertionOutcome[];
  request: { hostname: string; ipFamily: IpFamily; pingCount: number };
  /** Null when there was no address to ping, or no way to it. */
  response: (IcmpDocument & { /** Milliseconds of the look-up. */ timingPhases: { dns: number } }) | null;
  requestError: string | null;
}

type Request = Omit<IcmpRequest, 'ipFamily' | 'pingCount'> & IcmpCheckResult['request'];

/**
 * Reference 3.4, 5.3: pings a host, 500 ms apart. The response time is the average latency, 0 without one. A target that does
 * not answer is no request error: its loss of 100% is judged.
 */
export function createIcmpProbe(ping: Ping, resolve: Resolve = createResolve()): Probe {
  return async (check, { isDenied }, signal) => {
    const request = icmpRequest(check.request);
    const { hostname: host, ipFamily } = request;
    const clock = new PhaseClock();
    try {
      const family = ipFamily === 'IPv6' ? 6 : 4;
      const found = await withIpv4Fallback(host, family, signal, async (tried) => {
        clock.enter('dns');
        const [address = ''] = await permittedAddresses(host, tried, { resolve, isDenied }, signal);
        clock.stop();
        return { address, pings: await ping(address, request.pingCount, signal) };
      });
      return await pinged(request, found.address, found.pings, clock);
    } catch (error) {
      clock.stop();
      if (error instanceof RequestFailure) return unpinged(request, error, clock);
      throw error;
    }
  };
}

async function pinged(request: Request, resolvedIp: string, pings: PingResult[], clock: PhaseClock): Promise<Outcome> {
  const document: IcmpDocument = {
    hostname: request.hostname,
    resolvedIp,
    ipFamily: isIPv6(resolvedIp) ? 'IPv6' : 'IPv4',
    pingCount: request.pingCount,
    packetsSent: pings.length,
    packetsReceived: pings.filter(({ success }) => success).length,
    packetSize: PACKET_SIZE,
    packetLoss: packetLossOf(pings),
    latency: latencyOf(pings),
    pingResults: pings,
  };
  const assertions = await assertWithRegexes(request.assertions, (find) => ({
    LATENCY: ({ property }) => latencyNamed(document.latency, property),
    JSON_RESPONSE: (assertion) => jsonAnswer(document, assertion, find),
  }));
  const timings = clock.phases();
  return {
    statusCode: null,
    responseTime: document.latency.avg ?? 0,
    timings,
    requestError: null,
    networkError: document.packetsReceived === 0,
    assertions,
    metrics: metricsOf(document),
    detail: result(request, { assertions, response: { ...document, timingPhases: { dns: timings.dns } } }),
  };
}

/** Of no property the average. */
const latencyNamed = (latency: Latency, property: string): number | null | undefined => {
  if (!property) return latency.avg;
  const name = ICMP_LATENCIES.find((known) => known === property);
  return name && latency[name];
};

/** Reference 2.9. Without an answer there is no latency to report. */
function metricsOf({ packetLoss, latency }: IcmpDocument): Record<string, number> {
  const { avg, min, max, stdDev } = latency;
  if (avg === null || min === null || max === null || stdDev === null) return { packetLoss };
  return { packetLoss, latencyAvg: avg, latencyMin: min, latencyMax: max, latencyStdDev: stdDev };
}

function unpinged(request: Request, failure: RequestFailure, clock: PhaseClock): Outcome {
  return {
    statusCode: null,
    responseTime: 0,
    timings: clock.phases(),
    requestError: failure.message,
    networkError: failure.networkError,
    assertions: [],
    detail: result(request, { requestError: failure.message }),
  };
}

function result({ hostname, ipFamily, pingCount }: Request, known: Partial<IcmpCheckResult>): IcmpCheckResult {
  const request = { hostname, ipFamily, pingCount };
  return { assertions: [], request, response: null, requestError: null, ...known };
}

/** What the API stored was valid once; a check of another release may still not be usable here. */
function icmpRequest(value: unknown): Request {
  const request = (value ?? {}) as Partial<IcmpRequest>;
  const { hostname, ipFamily, assertions } = request;
  if (typeof hostname !== 'string' || hostname === '') throw new UnusableRequest('it has no host name');
  const pingCount = request.pingCount ?? DEFAULT_PING_COUNT;
  if (!Number.isInteger(pingCount) || pingCount < 1 || pingCount > MAX_PINGS)
    throw new UnusableRequest('its number of pings is not 1 to 50');
  return {
    hostname,
    ipFamily: ipFamily === 'IPv6' ? 'IPv6' : 'IPv4',
    pingCount,
    assertions: Array.isArray(assertions) ? assertions : [],
  };
}
