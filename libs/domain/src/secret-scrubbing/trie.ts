const { imul } = Math;

/** So many prefixes can be told apart; far more than the variables of an account need. */
const FIRST_SLOTS = 1_024;

/** The prefixes of a set of texts, as numbered nodes; 0 is the empty one. In typed arrays: there may be a million. */
export class Trie {
  /** Of each node but 0. */
  readonly parents: number[] = [0];
  readonly codes: number[] = [0];
  readonly depths: number[] = [0];
  private nodes = new Int32Array(FIRST_SLOTS);
  private children = new Int32Array(FIRST_SLOTS);
  private units = new Uint16Array(FIRST_SLOTS);

  get size(): number {
    return this.parents.length;
  }

  /** The node that `code` leads to; 0 when there is none. */
  child(node: number, code: number): number {
    for (let slot = this.slot(node, code); ; slot = (slot + 1) & (this.children.length - 1)) {
      const child = this.children[slot]!;
      if (child === 0 || (this.nodes[slot] === node && this.units[slot] === code)) return child;
    }
  }

  /** The node of a whole text, made where it is missing. */
  add(text: string): number {
    let node = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      node = this.child(node, code) || this.addChild(node, code);
    }
    return node;
  }

  private addChild(node: number, code: number): number {
    const child = this.size;
    this.parents.push(node);
    this.codes.push(code);
    this.depths.push(this.depths[node]! + 1);
    if (child * 2 > this.children.length) this.grow();
    else this.put(child);
    return child;
  }

  private grow(): void {
    const slots = this.children.length * 2;
    this.nodes = new Int32Array(slots);
    this.children = new Int32Array(slots);
    this.units = new Uint16Array(slots);
    for (let child = 1; child < this.size; child += 1) this.put(child);
  }

  private put(child: number): void {
    const [node, code] = [this.parents[child]!, this.codes[child]!];
    let slot = this.slot(node, code);
    while (this.children[slot] !== 0) slot = (slot + 1) & (this.children.length - 1);
    this.nodes[slot] = node;
    this.units[slot] = code;
    this.children[slot] = child;
  }

  private slot(node: number, code: number): number {
    const mixed = imul(node ^ imul(code, 0x85ebca6b), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & (this.children.length - 1);
  }
}
