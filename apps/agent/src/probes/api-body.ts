import type { ApiRequest } from '#domain';

export interface ApiBody {
  text: string;
  /** Sent unless the check names its own; null for RAW bodies, whose type only the check knows. */
  contentType: string | null;
}

/**
 * Reference 3.4: the body of an API check as it goes over the wire; null where none is sent. `JSON` and `RAW` go as they
 * are written, so that a check can send what is broken on purpose; `GRAPHQL` is a query, unless it is the whole JSON of a
 * GraphQL request already.
 */
export function apiBody(type: ApiRequest['bodyType'], text: string): ApiBody | null {
  switch (type) {
    case 'JSON':
      return { text, contentType: 'application/json' };
    case 'GRAPHQL':
      return { text: graphQl(text), contentType: 'application/json' };
    case 'FORM':
      return { text: formPairs(text).map(encodedPair).join('&'), contentType: 'application/x-www-form-urlencoded' };
    case 'RAW':
      return { text, contentType: null };
    case 'NONE':
      return null;
  }
}

function graphQl(text: string): string {
  const whole = text.trimStart().startsWith('{') ? parsed(text) : null;
  return isObject(whole) && typeof whole['query'] === 'string' ? text : JSON.stringify({ query: text });
}

/**
 * The fields of a form: a JSON object, a JSON list of `{ key, value }`, or text with a field in each line or between
 * ampersands, name and value parted by the first `=`.
 */
function formPairs(text: string): [string, string][] {
  const value = /^\s*[[{]/.test(text) ? parsed(text) : null;
  if (Array.isArray(value)) return value.filter(isObject).map((pair) => [textOf(pair['key']), textOf(pair['value'])]);
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, one]) =>
      (Array.isArray(one) ? one : [one]).map((item): [string, string] => [key, textOf(item)]),
    );
  }
  return text
    .split(/[\r\n&]+/)
    .filter((field) => field.trim() !== '')
    .map((field) => {
      const at = field.indexOf('=');
      return at < 0 ? [field.trim(), ''] : [field.slice(0, at).trim(), field.slice(at + 1)];
    });
}

const encodedPair = ([key, value]: [string, string]) => `${encodedPart(key)}=${encodedPart(value)}`;

/**
 * A name or value for a query or a form. What is percent-encoded already stays as it is: `{{VARIABLES}}` are encoded when
 * they are filled in (reference 5.7), and people paste encoded values.
 */
export function encodedPart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%25(?=[0-9A-Fa-f]{2})/g, '%');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
