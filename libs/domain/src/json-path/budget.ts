/** Nodes that one query may look at: paths such as `$..*..*` grow beyond all measure. */
export const MOST_NODES = 2_000_000;
/** Characters of a text that take as long to look at as one node. All texts of the longest body can be looked at once. */
const TEXT_OF_A_NODE = 16;

/** The query looks at more nodes than it may. */
export class QueryTooCostly extends Error {
  constructor() {
    super(`The path looks at more than ${MOST_NODES} values`);
    this.name = 'QueryTooCostly';
  }
}

/** What one query may still look at. Its methods are called before the work is done, and throw QueryTooCostly. */
export class Budget {
  private left = MOST_NODES;

  nodes(count: number): void {
    this.left -= count;
    if (this.left < 0) throw new QueryTooCostly();
  }

  /** `length` in UTF-16 units. */
  text(length: number): void {
    this.nodes(length / TEXT_OF_A_NODE);
  }
}
