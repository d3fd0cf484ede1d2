import { Budget } from './budget.js';
import { compared, isNested, keysOf } from './compare.js';
import type { Operand, Query, Segment, Selector, Test } from './json-path.js';

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
  private readonly budget = new Budget();

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
      this.budget.nodes(below.length);
      for (let at = below.length - 1; at >= 0; at -= 1) if (isNested(below[at])) open.push(below[at]);
    }
  }

  private add(selected: unknown[], node: unknown, selector: Selector): void {
    this.budget.nodes(1);
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
    this.budget.nodes(nodes.length);
    for (const node of nodes) selected.push(node);
  }

  private holds(test: Test, current: unknown): boolean {
    this.budget.nodes(1);
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
        return compared(this.value(test.left, current), test.operator, this.value(test.right, current), this.budget);
      case 'match':
      case 'search': {
        const [text, pattern] = [this.value(test.text, current), this.value(test.pattern, current)];
        if (typeof text !== 'string' || typeof pattern !== 'string') return false;
        this.budget.text(text.length + pattern.length);
        return this.matches(text, pattern, test.kind === 'match');
      }
    }
  }

  private value(operand: Operand, current: unknown): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'length':
        return this.lengthOf(this.value(operand.of, current));
      case 'count':
        return this.nodes(operand.query, current).length;
      case 'query':
      case 'value': {
        const nodes = this.nodes(operand.query, current);
        return nodes.length === 1 ? nodes[0] : NOTHING;
      }
    }
  }

  /** In characters as people count them (code points). */
  private lengthOf(value: unknown): number | typeof NOTHING {
    if (typeof value === 'string') {
      this.budget.text(value.length);
      let length = 0;
      for (let at = 0; at < value.length; length += 1) at += value.codePointAt(at)! > 0xffff ? 2 : 1;
      return length;
    }
    if (Array.isArray(value)) return value.length;
    return isNested(value) ? keysOf(value, this.budget).length : NOTHING;
  }
}

const children = (node: unknown): unknown[] => (Array.isArray(node) ? node : isNested(node) ? Object.values(node) : []);

const hasMember = (node: unknown, name: string): node is Record<string, unknown> =>
  isNested(node) && !Array.isArray(node) && Object.hasOwn(node, name);

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
