import { Unanswerable, type Assertion } from '#domain';
import { ALL_BODIES_LIMIT } from './body-room.js';
import { bodyText } from './body-text.js';
import { shownText, type ShownBody } from './http-result.js';
import type { FinalAnswer } from './redirects.js';
import { BODY_READ_LIMIT } from './read-body.js';

/** Bytes of a body that the result of an API check keeps. */
export const API_BODY_KEPT = 64 * 1024;

const TOO_LONG = `the body is longer than what is read: ${BODY_READ_LIMIT} bytes, and ${ALL_BODIES_LIMIT} of all runs at a time`;

const BODY_SOURCES = new Set(['JSON_BODY', 'TEXT_BODY']);
const IMAGE = /^image\/(?!svg)/i;
/** Reference 5.7: types whose body is nothing to read. */
const BINARY =
  /^(audio|video|font)\/|^application\/(octet-stream|ogg|pdf|vnd\.ms-|vnd\.openxmlformats|wasm|x-(7z|bzip|rar|shockwave|tar)|(x-)?(g?zip|zip-compressed))/i;

/**
 * How much of a body to keep, by its type: all that may be read where something of the check needs it (an assertion, a
 * teardown script), else what a result shows; nothing of what is binary.
 */
export function keeping(needsBody: boolean): (contentType: string | null) => number {
  return (contentType) => {
    if (needsBody) return BODY_READ_LIMIT;
    return BINARY.test(contentType ?? '') ? 0 : API_BODY_KEPT;
  };
}

export const readsBody = (assertions: readonly Assertion[]) =>
  assertions.some(({ source }) => BODY_SOURCES.has(source));

/** A body to assert on: made a text, and parsed, once and only when somebody asks. */
export interface AnswerBody {
  text(this: void): string;
  json(this: void): { document: unknown } | Unanswerable;
  /** As a result shows it (reference 3.10). */
  shown(this: void): ShownBody;
}

export function answerBody(answer: FinalAnswer): AnswerBody {
  const text = once(() => bodyText(answer));
  return { text, json: once(() => parsed(text(), answer.truncated)), shown: () => shownBody(answer, text) };
}

/** What a script has made of a body. */
export function replacedBody(body: AnswerBody, text: string): AnswerBody {
  if (text === body.text()) return body;
  const shown = () => shownText(text, { truncated: false }, API_BODY_KEPT);
  return { text: () => text, json: once(() => parsed(text, false)), shown };
}

/** Values of a document: reading more of them would hold up every other run for seconds. */
export const MOST_VALUES = 1_000_000;

/** Whether a JSON text may have more values than are read: each but the first follows one of these signs. */
function hasTooMany(text: string): boolean {
  if (text.length <= MOST_VALUES) return false;
  let left = MOST_VALUES;
  for (let at = 0; at < text.length && left > 0; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x2c || sign === 0x5b || sign === 0x7b) left -= 1;
  }
  return left === 0;
}

function parsed(text: string, truncated: boolean): { document: unknown } | Unanswerable {
  if (hasTooMany(text)) return new Unanswerable(`the body has more than ${MOST_VALUES} values`);
  try {
    return { document: JSON.parse(text) as unknown };
  } catch (error) {
    if (truncated) return new Unanswerable(TOO_LONG);
    return new Unanswerable(text === '' ? 'the body is empty' : `the body is not JSON: ${(error as Error).message}`);
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Images are shown whole as base64 or not at all. */
function shownBody(answer: FinalAnswer, text: () => string): ShownBody {
  const { body, contentType, truncated } = answer;
  if (IMAGE.test(contentType ?? '')) {
    const whole = !truncated && body.length <= API_BODY_KEPT;
    return { body: whole ? body.toString('base64') : '', bodyEncoding: 'base64', truncated: !whole };
  }
  if (BINARY.test(contentType ?? '')) return { body: '', truncated: truncated || body.length > 0 };
  return shownText(text(), answer, API_BODY_KEPT);
}
