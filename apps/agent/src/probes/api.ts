import { fillIn, TemplateTooLarge, type ApiRequest } from '#domain';
import type { Scripts } from '../scripts/script.js';
import { runVariables, templateVariables } from '../variables/run-variables.js';
import { apiAnswer } from './api-answer.js';
import { apiRequest, credentialHeaders, credentialsIn, filledIn, httpRequest, type FillIn } from './api-request.js';
import { answerBody, keeping, readsBody, replacedBody } from './api-response.js';
import { RunScripts } from './api-scripts.js';
import type { HttpRequest } from './http-exchange.js';
import { ask, notAsked, type Asking } from './http-outcome.js';
import { responseView, sentRequest } from './http-result.js';
import { routeOf } from './http-route.js';
import type { Probe } from './probe.js';
import { RequestFailure } from './request-failure.js';
import { createResolve, type Resolve } from './resolve.js';
import { assertWithRegexes, type AnswersRegexes } from './with-regexes.js';

export interface ApiProbeDeps {
  /** Absent: this agent runs no customers' scripts, and no checks that have any. */
  scripts?: Scripts;
  resolve?: Resolve;
  regexes?: AnswersRegexes;
}

/**
 * Reference 3.4, 5.1: set-up scripts, one request of any method, teardown scripts, and then everything that may be asserted
 * on the answer. The time of the request alone is measured.
 */
export function createApiProbe({ scripts, resolve = createResolve(), regexes }: ApiProbeDeps = {}): Probe {
  return async (check, context, signal) => {
    const wanted = apiRequest(check);
    const { assertions } = wanted;
    const run = new RunScripts(scripts, check, context, signal);
    try {
      const { request, variables } = await run.setUp(wanted, runVariables(check, context));
      const fill = filling(variables, context.clockOffMs);
      const sent = filledIn(request, fill);
      const kept = keeping(run.hasTearDown || readsBody(assertions));
      const asking = askingFor(sent, credentialHeaders(request, wanted), context.userAgent, kept);
      run.hide(credentialsIn(sent, asking.request));
      const outcome = await ask(asking, routeOf(context, resolve, fill), signal, async (answer, clock) => {
        const received = answerBody(answer);
        const body = run.hasTearDown
          ? replacedBody(received, await run.tearDown(answer, received.text(), clock, sent, variables))
          : received;
        return {
          assertions: await assertWithRegexes(
            assertions,
            (find) => apiAnswer(answer, clock.total(), body, find),
            regexes,
          ),
          response: responseView(answer, clock, body.shown()),
        };
      });
      return run.traced(outcome);
    } catch (error) {
      if (error instanceof RequestFailure) return run.traced(notAsked(error, wanted));
      throw error;
    }
  };
}

function filling(variables: ReadonlyMap<string, string>, clockOffMs?: number): FillIn {
  const known = templateVariables(variables, clockOffMs);
  return (text) => {
    try {
      return fillIn(text, known);
    } catch (error) {
      if (error instanceof TemplateTooLarge) throw new RequestFailure(error.message, { networkError: false });
      throw error;
    }
  };
}

function askingFor(
  sent: ApiRequest,
  boundHeaders: string[],
  userAgent: string,
  bytesToKeep: HttpRequest['bytesToKeep'],
): Asking {
  const request = { ...httpRequest(sent, userAgent, bytesToKeep), credentialHeaders: boundHeaders };
  const params = sent.queryParameters.map(({ key, value }): [string, string] => [key, value]);
  return { request, followRedirects: sent.followRedirects, sent: sentRequest(request, params) };
}
