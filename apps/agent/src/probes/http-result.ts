import { boundedText, scrubbedHeader, type AssertionOutcome, type TimingPhases } from '#domain';
import type { JobLogLine } from '../scripts/script.js';
import { bodyText } from './body-text.js';
import type { HttpRequest } from './http-exchange.js';
import type { PhaseClock } from './phase-clock.js';
import type { FinalAnswer } from './redirects.js';

/**
 * Bytes of a body that the result of a URL check keeps: enough to see which page answered. Results of checks that run each
 * minute are most of what is stored, and URL checks do not assert on bodies.
 */
export const BODY_KEPT = 16 * 1024;
const MAX_HEADERS = 100;
const HEADER_LENGTH = 2_048;
const URL_LENGTH = 2_048;

export interface SentRequest {
  method: string;
  /** Without credentials. */
  url: string;
  data: string;
  headers: Record<string, string>;
  params: Record<string, string>;
}

/** Reference 3.10, `apiCheckResult`: of API and URL checks. */
export interface ApiCheckResult {
  assertions: AssertionOutcome[];
  request: SentRequest;
  response: ResponseView | null;
  requestError: string | null;
  /** What scripts wrote, and what was found out about a connection that failed; null where there is nothing. */
  jobLog: JobLogLine[] | null;
  jobAssets: null;
  /** The packets of one more connection after one that failed, as a data URL in pcap format. */
  pcapDataUrl: string | null;
}

export interface ResponseView {
  status: number;
  statusText: string;
  /** At most 16 KiB of URL and 64 KiB of API checks, as text; empty when it is binary. */
  body: string;
  /** Of images, whose body is base64. */
  bodyEncoding?: 'base64';
  headers: Record<string, string>;
  /** Milliseconds from the start of the check to the end of each step of the last hop. */
  timings: { socket: number; lookup: number; connect: number; response: number; end: number };
  /** Milliseconds spent in each phase, over all hops. `tls` only where there was a handshake. */
  timingPhases: Omit<TimingPhases, 'tls'> & { tls?: number; total: number };
  truncated: boolean;
  href: string;
}

/** A request as a result shows it: credentials gone, lengths bounded. `params` are those added to its URL. */
export function sentRequest(
  { method, url, headers, body }: HttpRequest,
  params: Iterable<[string, string]> = [],
): SentRequest {
  return {
    method,
    url: shownUrl(url),
    data: body === null ? '' : boundedText(body, BODY_KEPT),
    headers: shownHeaders(Object.entries(headers)),
    params: shownParams(params),
  };
}

/** What of a body a result shows. */
export type ShownBody = Pick<ResponseView, 'body' | 'bodyEncoding' | 'truncated'>;

export function responseView(
  answer: FinalAnswer,
  clock: PhaseClock,
  shown: ShownBody = shownText(bodyText(answer), answer, BODY_KEPT),
): ResponseView {
  return {
    status: answer.status,
    statusText: boundedText(answer.statusText, 200),
    ...shown,
    headers: shownHeaders(pairs(answer.rawHeaders)),
    ...timesOf(clock),
    href: shownUrl(answer.url),
  };
}

export function timesOf(clock: PhaseClock): Pick<ResponseView, 'timings' | 'timingPhases'> {
  const { tls, ...phases } = clock.phases();
  return {
    timings: {
      socket: clock.offset('dns') ?? 0,
      lookup: clock.offset('tcp') ?? 0,
      connect: clock.offset('firstByte') ?? 0,
      response: clock.offset('download') ?? 0,
      end: clock.total(),
    },
    timingPhases: { ...phases, ...(clock.offset('tls') === null ? {} : { tls }), total: clock.total() },
  };
}

function shownUrl(url: URL): string {
  if (url.username === '' && url.password === '') return boundedText(url.href, URL_LENGTH);
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return boundedText(bare.href, URL_LENGTH);
}

function* pairs(raw: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i] ?? '', raw[i + 1] ?? ''];
}

/** All headers, names in lower case, repeated ones joined as RFC 9110 has it. */
export function answerHeaders(raw: readonly string[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of pairs(raw)) {
    const before = all.get(name.toLowerCase());
    all.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return all;
}

/** The first 100 headers, names in lower case, repeated ones joined as RFC 9110 has it. */
function shownHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const shown = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = boundedText(name.toLowerCase(), 200);
    if (!shown.has(key) && shown.size >= MAX_HEADERS) continue;
    const before = shown.get(key);
    const clean = scrubbedHeader(key, key === 'location' ? withoutCredentials(value) : value);
    shown.set(
      key,
      boundedText(before === undefined || before === clean ? clean : `${before}, ${clean}`, HEADER_LENGTH),
    );
  }
  return Object.fromEntries(shown);
}

/** A URL, or a text that looks like one, without user and password. */
export const withoutCredentials = (url: string) => url.replace(/\/\/[^/?#@]*@/, '//');

/** A body as a result shows it: a text that is cut to `length`, nothing of a binary one. */
export function shownText(text: string, { truncated }: Pick<FinalAnswer, 'truncated'>, length: number): ShownBody {
  if (text.includes('\0')) return { body: '', truncated: true };
  return { body: boundedText(text, length), truncated: truncated || text.length > length };
}

function shownParams(params: Iterable<[string, string]>): Record<string, string> {
  const shown = new Map<string, string>();
  for (const [key, value] of params)
    if (shown.size < MAX_HEADERS) shown.set(boundedText(key, 200), boundedText(value, HEADER_LENGTH));
  return Object.fromEntries(shown);
}
