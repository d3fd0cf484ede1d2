import { SCRUBBED } from '../check-result/scrub-headers.js';
import { readings } from './readings.js';
import { SHORTEST_SECRET } from './secret-forms.js';
import type { SecretMatcher } from './secret-matcher.js';

/** Members whose names somebody outside chose, so that they may hold secrets, too. */
const OPEN_MEMBERS = new Set(['headers', 'params']);
/** Members whose values are words of the contract: a secret that equals one of them must not break it. */
const CONTRACT_MEMBERS = new Set(['source', 'comparison', 'method', 'level']);
/** Nothing that leaves an agent is deeper; what is, is a value that a target or a script made so. */
const DEEPEST = 64;

/** A text this long may have been cut at its end without a sign of it. */
const MAYBE_CUT_LENGTH = 1_000;

type Interval = [start: number, end: number];

/**
 * The text with `[scrubbed]` in place of every secret, plain, URL-encoded, JSON-escaped, HTML-escaped, in base64 or hexadecimal; the very
 * same text when it has none. Where secrets overlap all of them go; a secret that a cut has shortened goes as well.
 */
export function scrubText(text: string, matchers: readonly SecretMatcher[]): string {
  if (text.length < SHORTEST_SECRET || matchers.length === 0) return text;
  const intervals: Interval[] = [];
  const search = (reading: string, at: Int32Array | null) => {
    const found = (start: number, end: number) => intervals.push(at === null ? [start, end] : [at[start]!, at[end]!]);
    for (const matcher of matchers) matcher.find(reading, text.length >= MAYBE_CUT_LENGTH, found);
  };
  search(text, null);
  for (const reading of readings(text)) search(reading.text, reading.at);
  return intervals.length === 0 ? text : without(text, intervals);
}

function without(text: string, intervals: Interval[]): string {
  const pieces: string[] = [];
  let done = -1;
  for (const [start, end] of intervals.toSorted((a, b) => a[0] - b[0])) {
    if (start > done) pieces.push(text.slice(Math.max(done, 0), start), SCRUBBED);
    done = Math.max(done, end);
  }
  // What gives a secret away may end in the middle of a character.
  return [...pieces, text.slice(Math.max(done, 0))].join('').toWellFormed();
}

/**
 * A copy of a value of JSON with all its texts scrubbed. Of names only those in `headers` and
 * `params` are looked at: the others are the contract's own.
 */
export function scrubJson<T>(value: T, matchers: readonly SecretMatcher[]): T {
  return matchers.length === 0 ? value : (scrubbed(value, matchers, false, 0) as T);
}

function scrubbed(value: unknown, matchers: readonly SecretMatcher[], isOpen: boolean, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value, matchers);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return SCRUBBED;
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, matchers, false, depth + 1));
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (!isOpen && CONTRACT_MEMBERS.has(name)) return [name, member];
    const inner = scrubbed(member, matchers, !isOpen && OPEN_MEMBERS.has(name), depth + 1);
    return [isOpen ? scrubText(name, matchers) : name, inner];
  });
  return Object.fromEntries(members);
}
