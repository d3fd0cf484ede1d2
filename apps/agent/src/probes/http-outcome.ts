import { boundedText } from '#domain';
import type { DialDeps } from './dial.js';
import type { HttpRequest } from './http-exchange.js';
import { withoutCredentials, type ApiCheckResult, type SentRequest } from './http-result.js';
import { PhaseClock } from './phase-clock.js';
import type { Outcome } from './probe.js';
import { send, type FinalAnswer } from './redirects.js';
import { RequestFailure } from './request-failure.js';

/** What is sent, and how a result shows it. */
export interface Asking {
  request: HttpRequest;
  followRedirects: boolean;
  sent: SentRequest;
}

/** What a type of check makes of an answer. */
export type Answered = Pick<ApiCheckResult, 'assertions' | 'response'>;

/**
 * One run of a check of HTTP: the response time is the request's, over all redirects (reference 5.3). `read` is called
 * with the clock stopped, so what it does counts for nothing.
 */
export async function ask(
  { request, followRedirects, sent }: Asking,
  deps: DialDeps,
  signal: AbortSignal,
  read: (answer: FinalAnswer, clock: PhaseClock) => Answered | Promise<Answered>,
): Promise<Outcome> {
  const clock = new PhaseClock();
  try {
    const answer = await send(request, followRedirects, deps, clock, signal);
    clock.stop();
    try {
      return answered(answer, await read(answer, clock), sent, clock);
    } finally {
      answer.release();
    }
  } catch (error) {
    clock.stop();
    if (error instanceof RequestFailure) return unanswered(error, sent, clock);
    throw error;
  }
}

function answered(
  { status, certificateEnds }: FinalAnswer,
  { assertions, response }: Answered,
  sent: SentRequest,
  clock: PhaseClock,
): Outcome {
  return {
    statusCode: status,
    responseTime: clock.total(),
    timings: clock.phases(),
    certificateEnds,
    requestError: null,
    networkError: false,
    assertions,
    detail: result({ assertions, request: sent, response }),
  };
}

/** The outcome of a check that failed before its request could be sent. */
export function notAsked(failure: RequestFailure, { method, url }: { method: string; url: string }): Outcome {
  const shown = boundedText(withoutCredentials(url), 2_048);
  const sent = { method, url: shown, data: '', headers: {}, params: {} };
  return { ...unanswered(failure, sent, new PhaseClock()), responseTime: 0, timings: null };
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
