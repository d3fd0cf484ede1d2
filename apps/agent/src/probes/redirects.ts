import { boundedText, isSecretHeader } from '#domain';
import type { DialDeps } from './dial.js';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.js';
import type { PhaseClock } from './phase-clock.js';
import { RequestFailure } from './request-failure.js';

/** Redirects that are followed before the request fails. */
export const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface FinalAnswer extends HttpAnswer {
  /** Where the answer came from in the end. */
  url: URL;
}

/**
 * Sends a request and, if wished, follows redirects, each over a fresh connection that the address policy is asked
 * about again. There is no cookie jar: coming back to an address already asked is a loop. Credentials stay with the
 * origin they were meant for; a body goes along where the status keeps the method (307, 308), as browsers do it.
 */
export async function send(
  request: HttpRequest,
  followRedirects: boolean,
  deps: DialDeps,
  clock: PhaseClock,
  signal: AbortSignal,
): Promise<FinalAnswer> {
  const isRedirect = (status: number, location: string | null) =>
    followRedirects && location !== null && REDIRECTS.has(status);
  const asked = new Set<string>();
  let hop = request;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await exchange(hop, deps, clock, signal, isRedirect);
    if (!isRedirect(answer.status, answer.location)) return { ...answer, url: hop.url };
    asked.add(keyOf(hop));
    if (redirects >= MAX_REDIRECTS) throw broken(`The request was redirected more than ${MAX_REDIRECTS} times`);
    hop = next(hop, answer);
    if (asked.has(keyOf(hop))) throw broken(`The redirects form a loop: ${shown(hop.url)} was asked before`);
    clock.enter('wait');
  }
}

const broken = (message: string) => new RequestFailure(message, { networkError: false });

function keyOf({ method, url }: HttpRequest): string {
  const bare = new URL(url);
  bare.hash = '';
  return `${method} ${bare.href}`;
}

/** A URL as a message quotes it: without credentials. */
const shown = (url: URL) => boundedText(`${url.origin}${url.pathname}`, 300);

function next(hop: HttpRequest, answer: HttpAnswer): HttpRequest {
  const location = answer.location ?? '';
  if (!URL.canParse(location, hop.url.href)) throw broken('The redirect points to something that is not a URL');
  const url = new URL(location, hop.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw broken(`The redirect points to a ${url.protocol} URL, which is not followed`);
  }
  const becomesGet = answer.status === 303 || (answer.status < 303 && hop.method === 'POST');
  const asked = becomesGet && hop.method !== 'HEAD' ? asGet(hop) : hop;
  return { ...asked, url, headers: url.origin === hop.url.origin ? asked.headers : publicHeaders(asked) };
}

const ABOUT_A_BODY = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);

const asGet = (hop: HttpRequest): HttpRequest => ({
  ...hop,
  method: 'GET',
  body: null,
  headers: without(hop.headers, (name) => ABOUT_A_BODY.has(name)),
});

const publicHeaders = ({ headers, credentialHeaders = [] }: HttpRequest) =>
  without(headers, (name) => isSecretHeader(name) || name === 'host' || credentialHeaders.includes(name));

/** `isLeft` is asked with names in lower case. */
function without(headers: HttpRequest['headers'], isLeft: (name: string) => boolean): HttpRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeft(name.toLowerCase())));
}
