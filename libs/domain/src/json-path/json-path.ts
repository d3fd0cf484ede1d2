/** A JSON path (RFC 9535), parsed. */
export interface Query {
  /** `$`: from the document; `@`: from the node that a filter looks at. */
  from: '$' | '@';
  segments: Segment[];
}

export interface Segment {
  /** `..`: of the node and of everything below it. */
  descendant: boolean;
  selectors: Selector[];
}

export type Selector =
  | { kind: 'name'; name: string }
  /** Ours: `.length` is a list's number of elements, and of an object a member as any other (reference 5.4). */
  | { kind: 'length' }
  | { kind: 'wildcard' }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; start: number | null; end: number | null; step: number }
  | { kind: 'filter'; test: Test };

/** What a filter asks of each node. */
export type Test =
  | { kind: 'or' | 'and'; tests: Test[] }
  | { kind: 'not'; test: Test }
  | { kind: 'exists'; query: Query }
  | { kind: 'compare'; left: Operand; operator: Operator; right: Operand }
  | { kind: 'match' | 'search'; text: Operand; pattern: Operand };

export const OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

/** What stands for one value, or for nothing. */
export type Operand =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'query'; query: Query }
  | { kind: 'length'; of: Operand }
  | { kind: 'count' | 'value'; query: Query };

/** The text is no JSON path. The message says what is wrong and where. */
export class InvalidJsonPath extends Error {
  constructor(problem: string, path: string, at: number) {
    super(`${problem} at position ${at + 1} of ${path}`);
    this.name = 'InvalidJsonPath';
  }
}

/** RFC 9535, 2.3.5.1: a query that selects one node at most. */
export function isSingular({ segments }: Query): boolean {
  return segments.every(({ descendant, selectors: [selector, ...more] }) => {
    const one = selector?.kind === 'name' || selector?.kind === 'index' || selector?.kind === 'length';
    return !descendant && one && more.length === 0;
  });
}
