import { RequestFailure, UnusableRequest, type AgentExtension, type Outcome, type Probe } from '#agent';
import { evaluateAssertions, type AssertionOutcome } from '#domain';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { FTP_SOURCES, type FtpRequest } from './ftp.extension.js';

/** `ftpCheckResult` */
interface FtpCheckResult {
  assertions: AssertionOutcome[];
  greeting: string | null;
  requestError: string | null;
}

/** A greeting is a line; more is not read. */
const LONGEST_GREETING = 1_000;

/** Connects, reads the greeting, hangs up. The response time is until the greeting is there. */
const ftpProbe: Probe = async ({ request }, { isDenied }, signal) => {
  const { hostname, port, assertions: asserted } = request as FtpRequest;
  if (typeof hostname !== 'string') throw new UnusableRequest('it has no host name');
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const { address } = await lookup(hostname);
    if (isDenied(address)) throw new RequestFailure(`${address} may not be checked`, { networkError: false });
    const greeting = await greetingOf(address, port, signal);
    const responseTime = elapsed();
    const answer = {
      RESPONSE_TIME: () => responseTime,
      GREETING_CODE: () => greeting.slice(0, 3),
      GREETING: () => greeting,
    };
    const assertions = evaluateAssertions(asserted, answer satisfies Record<(typeof FTP_SOURCES)[number], unknown>);
    const welcome = greeting.startsWith('220') || asserted.length > 0;
    return {
      ...outcome({ assertions, greeting, requestError: null }, responseTime),
      ...(!welcome && { failures: [`The server does not welcome anybody: ${greeting}`] }),
    };
  } catch (error) {
    const { message } = error as Error;
    const networkError = !(error instanceof RequestFailure) || error.networkError;
    return { ...outcome({ assertions: [], greeting: null, requestError: message }, elapsed()), networkError };
  }
};

async function greetingOf(host: string, port: number, signal: AbortSignal): Promise<string> {
  const socket = connect({ host, port });
  try {
    // `once` rejects with what goes wrong, and when the run's time is over.
    const [data] = (await once(socket, 'data', { signal })) as [Buffer];
    return data.toString('latin1', 0, LONGEST_GREETING).split('\r\n')[0]!;
  } finally {
    socket.destroy();
  }
}

const outcome = (detail: FtpCheckResult, responseTime: number): Outcome => ({
  statusCode: null,
  responseTime,
  timings: null,
  requestError: detail.requestError,
  networkError: false,
  assertions: detail.assertions,
  detail,
});

export const ftpAgentExtension: AgentExtension = { name: 'ftp', probes: new Map([['FTP', ftpProbe]]) };
