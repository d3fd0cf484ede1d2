import type { Comparison } from './assertion.js';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Longer texts are never taken for numbers, so that a large body is not scanned as one. */
const NUMBER_LENGTH = 40;

/** What a found value is compared as: texts as they are, lists and objects as JSON, nothing as an empty text. */
export function textOf(found: unknown): string {
  if (found === undefined) return '';
  return typeof found === 'object' && found !== null ? JSON.stringify(found) : String(found);
}

/** The number that a found value or a target stands for; null when it is none. `''`, `true` and `0x10` are none. */
export function numberOf(found: unknown): number | null {
  if (typeof found === 'number') return found;
  if (typeof found !== 'string' || found.length > NUMBER_LENGTH || !NUMBER.test(found.trim())) return null;
  return Number(found);
}

/** Numbers beyond 2^53 lose digits: those are compared as texts. */
const isExact = (value: number) => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function equals(found: unknown, target: string): boolean {
  if (found === undefined) return false;
  const [left, right] = [numberOf(found), numberOf(target)];
  const numeric = left !== null && right !== null && isExact(left) && isExact(right);
  return numeric ? left === right : textOf(found) === target;
}

function ordered(found: unknown, target: string, holds: (left: number, right: number) => boolean): boolean {
  const [left, right] = [numberOf(found), numberOf(target)];
  return left !== null && right !== null && holds(left, right);
}

function isEmpty(found: unknown): boolean {
  if (found === undefined || found === null || found === '') return true;
  return typeof found === 'object' && Object.keys(found).length === 0;
}

function contains(found: unknown, target: string): boolean {
  return Array.isArray(found) ? found.some((item) => equals(item, target)) : textOf(found).includes(target);
}

const hasKey = (found: unknown, key: string) =>
  typeof found === 'object' && found !== null && Object.hasOwn(found, key);

const hasValue = (found: unknown, target: string) =>
  typeof found === 'object' && found !== null && Object.values(found).some((value) => equals(value, target));

const isNull = (found: unknown) => found === undefined || found === null;

/**
 * Reference 5.4: whether `found <comparison> target` holds. Both sides are compared as numbers when both are numeric,
 * else as texts. GREATER_THAN and LESS_THAN never hold between things that are not numbers. `undefined` means that
 * nothing was found: it equals nothing, is empty and is null.
 */
export function compare(found: unknown, comparison: Comparison, target: string): boolean {
  switch (comparison) {
    case 'EQUALS':
      return equals(found, target);
    case 'NOT_EQUALS':
      return !equals(found, target);
    case 'GREATER_THAN':
      return ordered(found, target, (left, right) => left > right);
    case 'LESS_THAN':
      return ordered(found, target, (left, right) => left < right);
    case 'CONTAINS':
      return contains(found, target);
    case 'NOT_CONTAINS':
      return !contains(found, target);
    case 'HAS_KEY':
      return hasKey(found, target);
    case 'NOT_HAS_KEY':
      return !hasKey(found, target);
    case 'HAS_VALUE':
      return hasValue(found, target);
    case 'NOT_HAS_VALUE':
      return !hasValue(found, target);
    case 'IS_EMPTY':
      return isEmpty(found);
    case 'NOT_EMPTY':
      return !isEmpty(found);
    case 'IS_NULL':
      return isNull(found);
    case 'NOT_NULL':
      return !isNull(found);
  }
}
