import { boundedText } from '../check-result/bounded-text.js';
import type { Assertion, AssertionOutcome, Comparison } from './assertion.js';
import { compare, textOf } from './compare.js';

/** How much of a found value a result carries, in characters. */
const ACTUAL_LENGTH = 1_000;
/** How much of a found value or a target a message quotes, in characters. */
const QUOTED_LENGTH = 200;

/**
 * What a check found, by assertion source. Each source is a function, so that what nobody asserts on is never computed
 * (a parsed body, say); it returns `undefined` where there is nothing of that name.
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
  const passed = compare(found, comparison, target);
  const actual = boundedText(textOf(found), ACTUAL_LENGTH);
  const message = passed
    ? null
    : `Expected ${subject} ${expectation(comparison, target)}, but ${quoted(found, actual)}`;
  return { ...assertion, order, passed, actual, message };
}

const expectation = (comparison: Comparison, target: string) =>
  EXPECTATIONS[comparison](boundedText(target, QUOTED_LENGTH));

function quoted(found: unknown, actual: string): string {
  if (found === undefined) return 'there was none';
  return actual === '' ? 'it was empty' : `it was ${boundedText(actual, QUOTED_LENGTH)}`;
}
