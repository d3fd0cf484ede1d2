import { TextDecoder } from 'node:util';
import { boundedText, scrubbedHeader, type AssertionOutcome, type TimingPhases } from '#domain';
import type { PhaseClock } from './phase-clock.js';
import type { FinalAnswer } from './redirects.js';

/**
 * Bytes of a body that a result keeps: enough to see which page answered. Results of checks that run each minute are
 * most of what is stored, and URL checks do not assert on bodies.
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
  jobLog: null;
  jobAssets: null;
  pcapDataUrl: null;
}

export interface ResponseView {
  status: number;
  statusText: string;
  /** At most 16 KiB, as text; empty when it is binary. */
  body: string;
  headers: Record<string, string>;
  /** Milliseconds from the start of the check to the end of each step of the last hop. */
  timings: { socket: number; lookup: number; connect: number; response: number; end: number };
  /** Milliseconds spent in each phase, over all hops. `tls` only where there was a handshake. */
  timingPhases: Omit<TimingPhases, 'tls'> & { tls?: number; total: number };
  truncated: boolean;
  href: string;
}

/** A request as a result shows it: credentials gone, lengths bounded. */
export function sentRequest(method: string, url: URL, headers: Readonly<Record<string, string>>): SentRequest {
  return { method, url: shownUrl(url), data: '', headers: shownHeaders(Object.entries(headers)), params: {} };
}

export function responseView(answer: FinalAnswer, clock: PhaseClock): ResponseView {
  const { tls, ...phases } = clock.phases();
  return {
    status: answer.status,
    statusText: boundedText(answer.statusText, 200),
    body: shownBody(answer),
    headers: shownHeaders(pairs(answer.rawHeaders)),
    timings: {
      socket: clock.offset('dns') ?? 0,
      lookup: clock.offset('tcp') ?? 0,
      connect: clock.offset('firstByte') ?? 0,
      response: clock.offset('download') ?? 0,
      end: clock.total(),
    },
    timingPhases: { ...phases, ...(clock.offset('tls') === null ? {} : { tls }), total: clock.total() },
    truncated: answer.truncated,
    href: shownUrl(answer.url),
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

const withoutCredentials = (url: string) => url.replace(/\/\/[^/?#@]*@/, '//');

function shownBody({ body, contentType }: FinalAnswer): string {
  const text = decoder(contentType).decode(body);
  return text.includes('\0') ? '' : boundedText(text, BODY_KEPT);
}

/** Nearly everything is UTF-8, and a decoder that is not streaming keeps nothing from one text to the next. */
const utf8 = new TextDecoder();

function decoder(contentType: string | null): TextDecoder {
  const label = /charset="?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (label.toLowerCase() === 'utf-8') return utf8;
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
