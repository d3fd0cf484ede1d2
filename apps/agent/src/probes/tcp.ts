import type { Socket } from 'node:net';
import {
  boundedText,
  evaluateAssertions,
  type Assertion,
  type AssertionOutcome,
  type Comparison,
  type TcpRequest,
} from '#domain';
import { textAnswer } from './json-answer.js';
import { PhaseClock } from './phase-clock.js';
import { UnusableRequest, type Outcome, type Probe } from './probe.js';
import { RequestFailure } from './request-failure.js';
import { createResolve, type Resolve } from './resolve.js';
import { readAnswer, type AnswerEnd, type Patience, type TcpAnswer } from './tcp-answer.js';
import { connectTo, peerName } from './tcp-connection.js';
import { assertWithRegexes } from './with-regexes.js';

/** Characters of an answer that a result keeps. */
export const DATA_KEPT = 4 * 1024;
/** Where the check asserts on the answer, it is worth waiting for; else it is only shown. */
export const PATIENCE = {
  asserted: { firstByte: 5_000, quiet: 500, total: 10_000 },
  shown: { firstByte: 1_000, quiet: 250, total: 2_000 },
} as const satisfies Record<string, Patience>;
/** What holds of the beginning of an answer holds of all of it: then the rest need not be waited for. */
const HOLD_EARLY = new Set<Comparison>(['CONTAINS', 'NOT_EMPTY']);

/** `tcpCheckResult`: the result of a TCP check. */
export interface TcpCheckResult {
  assertions: AssertionOutcome[];
  request: Pick<TcpRequest, 'hostname' | 'port' | 'ipFamily' | 'data'>;
  /** Null when there was no connection. */
  response: TcpResponseView | null;
  requestError: string | null;
}

export interface TcpResponseView {
  /** The address that answered. */
  resolvedIp: string;
  /** What the target said, as text, at most 4 KiB; null when nobody listened, as nothing was sent or asserted. */
  data: string | null;
  /** There was more than was read or than is shown. */
  truncated: boolean;
  /** What ended the answer; null when nobody listened. */
  ended: AnswerEnd | null;
  /** Milliseconds: the look-up, the connection, and from then to the end of the answer. */
  timingPhases: { dns: number; connection: number; data: number; total: number };
}

/**
 * Reference 3.4, 5.3: connects, sends `data`, reads what comes. The response time is that of the connection. Nobody listens
 * where nothing is sent and nothing asserted on the answer; then a connection that is made is all there is to know.
 */
export function createTcpProbe(
  resolve: Resolve = createResolve(),
  patience: Record<keyof typeof PATIENCE, Patience> = PATIENCE,
): Probe {
  return async (check, context, signal) => {
    const request = tcpRequest(check.request);
    const { hostname: host, port, ipFamily } = request;
    const clock = new PhaseClock();
    let socket: Socket | undefined;
    try {
      const deps = { resolve, isDenied: context.isDenied };
      socket = await connectTo({ host, port, family: ipFamily === 'IPv6' ? 6 : 4 }, deps, clock, signal);
      clock.enter('download');
      const resolvedIp = socket.remoteAddress ?? host;
      const waits = patience[request.assertions.some(isAboutData) ? 'asserted' : 'shown'];
      const answer = await talk(socket, peerName(resolvedIp, port), request, waits, signal);
      clock.stop();
      return await connected(request, resolvedIp, answer, clock);
    } catch (error) {
      clock.stop();
      if (error instanceof RequestFailure) return unconnected(request, error, clock);
      throw error;
    } finally {
      socket?.destroy();
    }
  };
}

const isAboutData = ({ source }: Assertion) => source === 'RESPONSE_DATA';

/** Null when nobody has to listen. */
async function talk(
  socket: Socket,
  peer: string,
  { data, assertions }: TcpRequest,
  waits: Patience,
  signal: AbortSignal,
): Promise<TcpAnswer | null> {
  const asserted = assertions.filter(isAboutData);
  if (!data && asserted.length === 0) return null;
  const isEnough = (read: Buffer) =>
    asserted.length > 0 &&
    asserted.every(({ comparison, property }) => HOLD_EARLY.has(comparison) && !property) &&
    evaluateAssertions(asserted, { RESPONSE_DATA: () => read.toString() }).every(({ passed }) => passed);
  if (data) socket.write(data);
  return readAnswer(socket, peer, waits, isEnough, signal);
}

async function connected(
  request: TcpRequest,
  resolvedIp: string,
  answer: TcpAnswer | null,
  clock: PhaseClock,
): Promise<Outcome> {
  const text = answer?.data.toString() ?? '';
  const { dns, tcp, download } = clock.phases();
  const assertions = await assertWithRegexes(request.assertions, (find) => ({
    RESPONSE_DATA: ({ property }) => textAnswer(text, property, find),
    RESPONSE_TIME: () => tcp,
  }));
  const response: TcpResponseView = {
    resolvedIp,
    data: answer && boundedText(text, DATA_KEPT),
    truncated: answer !== null && (answer.ended === 'limit' || text.length > DATA_KEPT),
    ended: answer?.ended ?? null,
    timingPhases: { dns, connection: tcp, data: download, total: clock.total() },
  };
  const failure = answer?.failure ?? null;
  return {
    ...facts(clock, tcp, failure),
    requestError: null,
    assertions,
    ...(failure && { failures: [failure.message] }),
    detail: result(request, { assertions, response }),
  };
}

/** Without a connection there is nothing to assert on, and the phases show how far it came. */
function unconnected(request: TcpRequest, failure: RequestFailure, clock: PhaseClock): Outcome {
  return {
    ...facts(clock, clock.total(), failure),
    requestError: failure.message,
    assertions: [],
    detail: result(request, { requestError: failure.message }),
  };
}

const facts = (clock: PhaseClock, responseTime: number, failure: RequestFailure | null) => ({
  statusCode: null,
  responseTime,
  timings: clock.phases(),
  networkError: failure?.networkError ?? false,
});

function result({ hostname, port, ipFamily, data }: TcpRequest, known: Partial<TcpCheckResult>): TcpCheckResult {
  const request = { hostname, port, ipFamily, data: data && boundedText(data, DATA_KEPT) };
  return { assertions: [], request, response: null, requestError: null, ...known };
}

/** What the API stored was valid once; a check of another release may still not be usable here. */
function tcpRequest(value: unknown): TcpRequest {
  const request = (value ?? {}) as Partial<TcpRequest>;
  const { hostname, port } = request;
  if (typeof hostname !== 'string' || hostname === '') throw new UnusableRequest('it has no host name');
  if (!Number.isInteger(port) || port! < 1 || port! > 65_535) throw new UnusableRequest('its port is not 1 to 65535');
  return {
    hostname,
    port: port!,
    data: typeof request.data === 'string' ? request.data : null,
    ipFamily: request.ipFamily === 'IPv6' ? 'IPv6' : 'IPv4',
    assertions: Array.isArray(request.assertions) ? request.assertions : [],
  };
}
