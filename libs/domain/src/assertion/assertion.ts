/** Reference 3.4: the comparisons of API checks, the widest list. */
export const COMPARISONS = [
  'EQUALS',
  'NOT_EQUALS',
  'HAS_KEY',
  'NOT_HAS_KEY',
  'HAS_VALUE',
  'NOT_HAS_VALUE',
  'IS_EMPTY',
  'NOT_EMPTY',
  'GREATER_THAN',
  'LESS_THAN',
  'CONTAINS',
  'NOT_CONTAINS',
  'IS_NULL',
  'NOT_NULL',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Reference 3.4: what an API check can assert on, with any comparison. */
export const API_ASSERTION_SOURCES = ['STATUS_CODE', 'JSON_BODY', 'HEADERS', 'TEXT_BODY', 'RESPONSE_TIME'] as const;

/** Reference 3.4: what a URL check can assert on, and how. */
export const URL_ASSERTION_SOURCES = ['STATUS_CODE'] as const;
export const URL_COMPARISONS = ['EQUALS', 'NOT_EQUALS', 'LESS_THAN', 'GREATER_THAN'] as const;

/** Reference 3.4. `target` is always a string; both sides are compared as numbers when both are numeric. */
export interface Assertion {
  source: string;
  property: string;
  comparison: Comparison;
  target: string;
  regex: string | null;
}

/** An assertion with its verdict, as results carry it (reference 3.10). */
export interface AssertionOutcome extends Assertion {
  /** Position in the check's list, from 0. */
  order: number;
  passed: boolean;
  /** What was found, as text. */
  actual: string;
  /** What a person reads about a failed assertion; null when it passed. */
  message: string | null;
}
