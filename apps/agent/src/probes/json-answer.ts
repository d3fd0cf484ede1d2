import {
  EachOf,
  InvalidJsonPath,
  isSingular,
  parseJsonPath,
  QueryTooCostly,
  select,
  Unanswerable,
  type Assertion,
  type Matches,
} from '#domain';
import type { Find } from './with-regexes.js';

/** What an assertion's JSON path finds in a document (reference 5.4); the whole document where it has none. */
export function jsonAnswer(document: unknown, assertion: Assertion, find: Find): unknown {
  try {
    const path = parseJsonPath(assertion.property.trim() || '$');
    const values = select(path, document, matching(find));
    return isSingular(path) ? ofOne(values[0], assertion) : ofAll(values);
  } catch (error) {
    if (error instanceof InvalidJsonPath) return new Unanswerable(`its JSON path is not valid: ${error.message}`);
    if (error instanceof QueryTooCostly || error instanceof Unusable) return new Unanswerable(error.message);
    if (error instanceof RangeError) return new Unanswerable('the document is nested too deeply');
    throw error;
  }
}

/** What an assertion's regular expression finds in a text (reference 5.4): its first group; all of it without one. */
export function textAnswer(text: string, regex: string, find: Find): string | undefined | Unanswerable {
  if (regex === '') return text;
  const found = find(text, regex);
  return found instanceof Unanswerable ? found : found?.text;
}

class Unusable extends Error {}

const ofAll = (values: unknown[]) => (values.length === 0 ? undefined : new EachOf(values));

/** Of a list as such only these speak; the others, and their targets, mean its elements. */
const OF_LISTS = new Set(['CONTAINS', 'NOT_CONTAINS', 'HAS_KEY', 'NOT_HAS_KEY', 'HAS_VALUE', 'NOT_HAS_VALUE']);
const OF_ANYTHING = new Set(['IS_EMPTY', 'NOT_EMPTY', 'IS_NULL', 'NOT_NULL']);

/**
 * Reference 5.4: "when the path yields a list the comparison must hold for every element", so `$.prices LESS_THAN 3` is
 * about every price. A comparison with what is a list itself (`[1,2]`), or that asks what a list holds, is about the list.
 */
function ofOne(value: unknown, { comparison, target }: Assertion): unknown {
  if (!Array.isArray(value) || OF_LISTS.has(comparison) || OF_ANYTHING.has(comparison)) return value;
  return target.trimStart().startsWith('[') ? value : ofAll(value);
}

/** Characters of all expressions of one path, which may come from the document. */
const EXPRESSIONS_LENGTH = 100_000;

/** RFC 9535, 2.4.6, 2.4.7: expressions as of RFC 9485. An invalid one matches nothing. */
function matching(find: Find): Matches {
  const sources = new Map<string, string>();
  let room = EXPRESSIONS_LENGTH;
  const sourceOf = (pattern: string) => {
    const known = sources.get(pattern);
    if (known !== undefined) return known;
    room -= pattern.length;
    if (room < 0) throw new Unusable(`its regular expressions have more than ${EXPRESSIONS_LENGTH} characters`);
    const source = withOwnDot(pattern);
    sources.set(pattern, source);
    return source;
  };
  return (text, pattern, whole) => {
    const source = sourceOf(pattern);
    const found = find(text, whole ? `^(?:${source})$` : source, 'u');
    if (!(found instanceof Unanswerable)) return found !== null;
    if (/invalid regular expression/i.test(found.reason)) return false;
    throw new Unusable(found.reason);
  };
}

/** The dot of RFC 9485 knows no line ends but these. */
const withOwnDot = (pattern: string) =>
  pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (piece) => (piece === '.' ? '[^\\n\\r]' : piece));
