import { boundedText } from '../check-result/bounded-text.js';
import { SCRUBBED } from '../check-result/scrub-headers.js';
import type { Assertion, AssertionOutcome, Comparison } from './assertion.js';
import { compare, textOf } from './compare.js';
import { EachOf, Hidden, Unanswerable } from './found.js';

/** How much of a found value a result carries, in characters. */
const ACTUAL_LENGTH = 1_000;
/** How many of several found values a result carries. */
const ACTUAL_VALUES = 100;
/** How much of a found value or a target a message quotes, in characters. */
const QUOTED_LENGTH = 200;

/**
 * What a check found, by assertion source. Each source is a function, so that what nobody asserts on is never computed
 * (a parsed body, say); it returns `undefined` where there is nothing of that name, and an EachOf, Hidden or Unanswerable
 * where a value alone does not say it.
 */
export type Answer = Readonly<Record<string, (assertion: Assertion) => unknown>>;

const EXPECTATIONS: Record<Comparison, (target: string) => string> = {
  EQUALS: (target) => `to equal ${target}`,
  NOT_EQUALS: (target) => `not to equal ${target}`,
  HAS_KEY: (target) => `to have the key ${target}`,
  NOT_HAS_KEY: (target) => `not to have the key ${target}`,
  HAS_VALUE: (target) => `to have the value ${target}`,
  NOT_HAS_VALUE: (target) => `not to have the value ${target}`,
  IS_EMPTY: () => 'to be empty',
  NOT_EMPTY: () => 'not to be empty',
  GREATER_THAN: (target) => `to be greater than ${target}`,
  LESS_THAN: (target) => `to be less than ${target}`,
  CONTAINS: (target) => `to contain ${target}`,
  NOT_CONTAINS: (target) => `not to contain ${target}`,
  IS_NULL: () => 'to be null',
  NOT_NULL: () => 'not to be null',
};

/** Reference 5.4: in order, all of them, each with its verdict. */
export function evaluateAssertions(assertions: readonly Assertion[], answer: Answer): AssertionOutcome[] {
  return assertions.map((assertion, order) => evaluate(assertion, order, answer));
}

function evaluate(assertion: Assertion, order: number, answer: Answer): AssertionOutcome {
  const { source, comparison, target } = assertion;
  const subject = assertion.property ? `${source} ${assertion.property}` : source;
  if (!Object.hasOwn(answer, source) || !Object.hasOwn(EXPECTATIONS, comparison)) {
    const message = `${source} ${comparison} cannot be asserted on this type of check`;
    return { ...assertion, order, passed: false, actual: '', message };
  }
  const found = answer[source]?.(assertion);
  const { passed, actual, but } = verdict(found, comparison, target);
  const message = passed ? null : `Expected ${subject} ${expectation(comparison, target)}, but ${but}`;
  return { ...assertion, order, passed, actual, message };
}

const expectation = (comparison: Comparison, target: string) =>
  EXPECTATIONS[comparison](boundedText(target, QUOTED_LENGTH));

interface Verdict {
  passed: boolean;
  actual: string;
  /** What was found instead. */
  but: string;
}

function verdict(found: unknown, comparison: Comparison, target: string): Verdict {
  if (found instanceof Unanswerable) return { passed: false, actual: '', but: found.reason };
  if (found instanceof Hidden) {
    return {
      passed: compare(found.value, comparison, target),
      actual: SCRUBBED,
      but: 'it was not (its value is not shown)',
    };
  }
  try {
    return found instanceof EachOf ? ofEach(found, comparison, target) : ofOne(found, comparison, target);
  } catch (error) {
    // JSON.stringify, which makes texts of lists and objects, is recursive.
    if (error instanceof RangeError)
      return { passed: false, actual: '', but: 'it is nested too deeply to be compared' };
    throw error;
  }
}

function ofOne(found: unknown, comparison: Comparison, target: string): Verdict {
  const passed = compare(found, comparison, target);
  const actual = boundedText(textOf(found), ACTUAL_LENGTH);
  return { passed, actual, but: quoted(found, actual) };
}

function ofEach({ values }: EachOf, comparison: Comparison, target: string): Verdict {
  const failing = values.findIndex((value) => !compare(value, comparison, target));
  const actual = boundedText(textOf(values.slice(0, ACTUAL_VALUES)), ACTUAL_LENGTH);
  if (failing < 0) return { passed: true, actual, but: '' };
  const one = ofOne(values[failing], comparison, target);
  const but = values.length === 1 ? one.but : `of ${values.length} values, number ${failing + 1}: ${one.but}`;
  return { passed: false, actual, but };
}

function quoted(found: unknown, actual: string): string {
  if (found === undefined) return 'there was none';
  return actual === '' ? 'it was empty' : `it was ${boundedText(actual, QUOTED_LENGTH)}`;
}
