import type { Operand, Operator, Query, Segment, Selector, Test } from './json-path.js';

/** Nodes that one query may look at: paths such as `$..*..*` grow beyond all measure. */
export const MOST_NODES = 2_000_000;

/** The query looks at more nodes than it may. */
export class QueryTooCostly extends Error {
  constructor() {
    super(`The path looks at more than ${MOST_NODES} values`);
    this.name = 'QueryTooCostly';
  }
}

/**
 * Whether a regular expression (RFC 9485) is found in a text, or is all of it. Handed in: an expression from outside must
 * be run where it cannot hang anybody.
 */
export type Matches = (text: string, pattern: string, whole: boolean) => boolean;

const NOTHING = Symbol('nothing');

/** RFC 9535: the values that a path selects in a document, in its order. Throws QueryTooCostly. */
export function select(query: Query, document: unknown, matches: Matches): unknown[] {
  return new Selection(document, matches).nodes(query, document);
}

class Selection {
  private left = MOST_NODES;

  constructor(
    private readonly document: unknown,
    private readonly matches: Matches,
  ) {}

  nodes({ from, segments }: Query, current: unknown): unknown[] {
    let nodes = [from === '$' ? this.document : current];
    for (const segment of segments) nodes = this.next(nodes, segment);
    return nodes;
  }

  private next(nodes: unknown[], { descendant, selectors }: Segment): unknown[] {
    const selected: unknown[] = [];
    for (const node of nodes) {
      for (const one of descendant ? this.withDescendants(node) : [node]) {
        for (const selector of selectors) this.add(selected, one, selector);
      }
    }
    return selected;
  }

  /** In the order of the document; not recursive, as a document may be nested deeper than the stack. */
  private *withDescendants(node: unknown): Generator<unknown> {
    const open = [node];
    while (open.length > 0) {
      const one = open.pop();
      yield one;
      const below = children(one);
      for (let at = below.length - 1; at >= 0; at -= 1) if (isNested(below[at])) open.push(below[at]);
    }
  }

  private add(selected: unknown[], node: unknown, selector: Selector): void {
    this.count(1);
    switch (selector.kind) {
      case 'name':
        if (hasMember(node, selector.name)) selected.push(node[selector.name]);
        return;
      case 'length':
        if (Array.isArray(node)) selected.push(node.length);
        else if (hasMember(node, 'length')) selected.push(node['length']);
        return;
      case 'index': {
        if (!Array.isArray(node)) return;
        const index = selector.index < 0 ? node.length + selector.index : selector.index;
        if (index >= 0 && index < node.length) selected.push(node[index]);
        return;
      }
      case 'wildcard':
        return this.addAll(selected, children(node));
      case 'slice':
        return this.addAll(selected, Array.isArray(node) ? sliced(node, selector) : []);
      case 'filter':
        return this.addAll(
          selected,
          children(node).filter((child) => this.holds(selector.test, child)),
        );
    }
  }

  private addAll(selected: unknown[], nodes: readonly unknown[]): void {
    this.count(nodes.length);
    for (const node of nodes) selected.push(node);
  }

  private count(nodes: number): void {
    this.left -= nodes;
    if (this.left < 0) throw new QueryTooCostly();
  }

  private holds(test: Test, current: unknown): boolean {
    this.count(1);
    switch (test.kind) {
      case 'or':
        return test.tests.some((one) => this.holds(one, current));
      case 'and':
        return test.tests.every((one) => this.holds(one, current));
      case 'not':
        return !this.holds(test.test, current);
      case 'exists':
        return this.nodes(test.query, current).length > 0;
      case 'compare':
        return compared(this.value(test.left, current), test.operator, this.value(test.right, current));
      case 'match':
      case 'search': {
        const [text, pattern] = [this.value(test.text, current), this.value(test.pattern, current)];
        if (typeof text !== 'string' || typeof pattern !== 'string') return false;
        return this.matches(text, pattern, test.kind === 'match');
      }
    }
  }

  private value(operand: Operand, current: unknown): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'length':
        return lengthOf(this.value(operand.of, current));
      case 'count':
        return this.nodes(operand.query, current).length;
      case 'query':
      case 'value': {
        const nodes = this.nodes(operand.query, current);
        return nodes.length === 1 ? nodes[0] : NOTHING;
      }
    }
  }
}

const isNested = (node: unknown): node is object => typeof node === 'object' && node !== null;

const children = (node: unknown): unknown[] => (Array.isArray(node) ? node : isNested(node) ? Object.values(node) : []);

const hasMember = (node: unknown, name: string): node is Record<string, unknown> =>
  isNested(node) && !Array.isArray(node) && Object.hasOwn(node, name);

/** In characters as people count them (code points). */
function lengthOf(value: unknown): number | typeof NOTHING {
  if (typeof value === 'string') return [...value].length;
  return isNested(value) ? children(value).length : NOTHING;
}

/** RFC 9535, 2.3.4.2.2. */
function sliced(list: unknown[], { start, end, step }: Extract<Selector, { kind: 'slice' }>): unknown[] {
  const { length } = list;
  const from = (index: number) => (index < 0 ? length + index : index);
  const within = (index: number, lowest: number, highest: number) => Math.min(Math.max(index, lowest), highest);
  const found: unknown[] = [];
  if (step > 0) {
    const last = within(from(end ?? length), 0, length);
    for (let at = within(from(start ?? 0), 0, length); at < last; at += step) found.push(list[at]);
  } else if (step < 0) {
    const last = end === null ? -1 : within(from(end), -1, length - 1);
    for (let at = within(from(start ?? length - 1), -1, length - 1); at > last; at += step) found.push(list[at]);
  }
  return found;
}

function compared(left: unknown, operator: Operator, right: unknown): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
      return isLess(left, right);
    case '>':
      return isLess(right, left);
    case '<=':
      return isLess(left, right) || isEqual(left, right);
    case '>=':
      return isLess(right, left) || isEqual(left, right);
  }
}

const isLess = (left: unknown, right: unknown) =>
  (typeof left === 'number' && typeof right === 'number' && left < right) ||
  (typeof left === 'string' && typeof right === 'string' && left < right);

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isNested(left) || !isNested(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>];
  return keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]));
}
