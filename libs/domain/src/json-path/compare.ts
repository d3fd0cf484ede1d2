import type { Budget } from './budget.js';
import type { Operator } from './json-path.js';

export const isNested = (node: unknown): node is object => typeof node === 'object' && node !== null;

export function keysOf(node: object, budget: Budget): string[] {
  const keys = Object.keys(node);
  budget.nodes(keys.length);
  return keys;
}

/** RFC 9535, 2.3.5.2.2: values of different types are neither equal nor less. Throws QueryTooCostly. */
export function compared(left: unknown, operator: Operator, right: unknown, budget: Budget): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right, budget);
    case '!=':
      return !isEqual(left, right, budget);
    case '<':
      return isLess(left, right, budget);
    case '>':
      return isLess(right, left, budget);
    case '<=':
      return isLess(left, right, budget) || isEqual(left, right, budget);
    case '>=':
      return isLess(right, left, budget) || isEqual(left, right, budget);
  }
}

function isLess(left: unknown, right: unknown, budget: Budget): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    budget.text(Math.min(left.length, right.length));
    return left < right;
  }
  return typeof left === 'number' && typeof right === 'number' && left < right;
}

function isEqual(left: unknown, right: unknown, budget: Budget): boolean {
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) budget.text(left.length);
  if (left === right) return true;
  if (!isNested(left) || !isNested(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = keysOf(left, budget);
  if (keys.length !== keysOf(right, budget).length) return false;
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>];
  return keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key], budget));
}
