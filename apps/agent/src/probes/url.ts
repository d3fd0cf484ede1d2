import type { LeasedCheck } from '#agent-protocol';
import { evaluateAssertions, type Assertion, type UrlRequest } from '#domain';
import type { HttpRequest } from './http-exchange.js';
import { BODY_KEPT, responseView, sentRequest, type ApiCheckResult, type SentRequest } from './http-result.js';
import { PhaseClock } from './phase-clock.js';
import { UnusableRequest, type Outcome, type Probe, type ProbeContext } from './probe.js';
import { send, type FinalAnswer } from './redirects.js';
import { RequestFailure } from './request-failure.js';
import { createResolve, type Resolve } from './resolve.js';

/** Reference 3.4, 5.3: one GET; the response time is the request's, over all redirects. */
export function createUrlProbe(resolve: Resolve = createResolve()): Probe {
  return async (check, context, signal) => {
    const { request, settings } = prepare(check, context);
    const clock = new PhaseClock();
    const sent = sentRequest(request.method, request.url, request.headers);
    const deps = { resolve, isDenied: context.isDenied };
    try {
      const answer = await send(request, settings.followRedirects, deps, clock, signal);
      clock.stop();
      return answered(answer, settings.assertions, sent, clock);
    } catch (error) {
      clock.stop();
      if (error instanceof RequestFailure) return unanswered(error, sent, clock);
      throw error;
    }
  };
}

function prepare(check: LeasedCheck, { userAgent }: ProbeContext): { request: HttpRequest; settings: UrlRequest } {
  const settings = urlRequest(check.request);
  const url = new URL(settings.url);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const authorization: Record<string, string> =
    username || password ? { Authorization: basic(username, password) } : {};
  const headers = { 'User-Agent': userAgent, Accept: '*/*', 'Accept-Encoding': 'identity', ...authorization };
  const family = settings.ipFamily === 'IPv6' ? 6 : 4;
  const request = { method: 'GET', url, headers: { ...headers, Connection: 'close' }, body: null } as const;
  return { request: { ...request, keepBytes: BODY_KEPT, family, skipSsl: settings.skipSSL }, settings };
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What the API stored was valid once; a check of another release may still not be usable here. */
function urlRequest(value: unknown): UrlRequest {
  if (typeof value !== 'object' || value === null) throw new UnusableRequest('it has no request');
  const request = value as Partial<UrlRequest>;
  const { url } = request;
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/i.test(url.trim())) {
    throw new UnusableRequest('its URL is not an http or https URL');
  }
  if (request.method !== undefined && request.method !== 'GET') throw new UnusableRequest('its method is not GET');
  return {
    method: 'GET',
    url,
    followRedirects: request.followRedirects ?? true,
    skipSSL: request.skipSSL ?? false,
    ipFamily: request.ipFamily ?? 'IPv4',
    assertions: Array.isArray(request.assertions) ? request.assertions : [],
  };
}

function answered(answer: FinalAnswer, asserted: Assertion[], sent: SentRequest, clock: PhaseClock): Outcome {
  const assertions = evaluateAssertions(asserted, { STATUS_CODE: () => answer.status });
  return {
    statusCode: answer.status,
    responseTime: clock.total(),
    timings: clock.phases(),
    requestError: null,
    networkError: false,
    assertions,
    detail: result({ assertions, request: sent, response: responseView(answer, clock) }),
  };
}

/** Without an answer there is nothing to assert on, and the phases show how far the request came. */
function unanswered(failure: RequestFailure, sent: SentRequest, clock: PhaseClock): Outcome {
  return {
    statusCode: null,
    responseTime: clock.total(),
    timings: clock.phases(),
    requestError: failure.message,
    networkError: failure.networkError,
    assertions: [],
    detail: result({ request: sent, requestError: failure.message }),
  };
}

function result(known: Pick<ApiCheckResult, 'request'> & Partial<ApiCheckResult>): ApiCheckResult {
  const nothing = { assertions: [], response: null, requestError: null };
  return { ...nothing, jobLog: null, jobAssets: null, pcapDataUrl: null, ...known };
}
