import type { LeasedCheck } from '#agent-protocol';
import { evaluateAssertions, fillIn, type UrlRequest } from '#domain';
import { runVariables, templateVariables } from '../variables/run-variables.js';
import { takeCredentials } from './basic-auth.js';
import type { HttpRequest } from './http-exchange.js';
import { ask } from './http-outcome.js';
import { routeOf } from './http-route.js';
import { BODY_KEPT, responseView, sentRequest } from './http-result.js';
import { UnusableRequest, type Probe, type ProbeContext } from './probe.js';
import { createResolve, type Resolve } from './resolve.js';

/** Reference 3.4, 5.3: one GET. */
export function createUrlProbe(resolve: Resolve = createResolve()): Probe {
  return async (check, context, signal) => {
    const { request, settings } = prepare(check, context);
    const asking = { request, followRedirects: settings.followRedirects, sent: sentRequest(request) };
    const fill = (text: string) => fillIn(text, templateVariables(runVariables(check, context), context.clockOffMs));
    return ask(asking, routeOf(context, resolve, fill), signal, (answer, clock) => ({
      assertions: evaluateAssertions(settings.assertions, { STATUS_CODE: () => answer.status }),
      response: responseView(answer, clock),
    }));
  };
}

const keepLittle = () => BODY_KEPT;

function prepare(check: LeasedCheck, { userAgent }: ProbeContext): { request: HttpRequest; settings: UrlRequest } {
  const settings = urlRequest(check.request);
  const url = new URL(settings.url);
  const credentials = takeCredentials(url);
  const headers = {
    'User-Agent': userAgent,
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    ...(credentials === null ? {} : { Authorization: credentials }),
    Connection: 'close',
  };
  const family = settings.ipFamily === 'IPv6' ? 6 : 4;
  const request = { method: 'GET', url, headers, body: null, bytesToKeep: keepLittle } as const;
  return { request: { ...request, family, skipSsl: settings.skipSSL }, settings };
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
