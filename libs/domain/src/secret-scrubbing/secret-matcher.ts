import { secretForms, SHORTEST_SECRET } from './secret-forms.js';
import { Trie } from './trie.js';

/**
 * So many characters give a secret away, whatever follows. More of a long one is not kept in the automaton, so that a
 * private key costs no more memory than a password; how far it goes on is compared in the text.
 */
export const GIVEAWAY_LENGTH = 64;
/** Comparisons beyond the automaton: so many, and for each character of a text so many more. */
const COMPARISONS = 1_000_000;
const COMPARISONS_EACH = 16;

/** Takes what gives a secret away: `end` is exclusive. Intervals come in the order of their ends and may overlap. */
export type Found = (start: number, end: number) => void;

/**
 * Finds all forms of all secrets in one pass over a text, in time that grows with the text alone (Aho and Corasick 1975).
 * Building it takes time and memory by the number of secrets: build it once for as long as they stay the same.
 */
export class SecretMatcher {
  private readonly trie = new Trie();
  /** By the last byte of a code: whether a form may begin so. Most characters of most texts do not. */
  private readonly begins = new Uint8Array(0x100);
  private readonly fails: Int32Array;
  /** By node: the length of the longest form that ends there. */
  private readonly longest: Uint8Array;
  /** By node of a giveaway: how the forms that begin with it go on. */
  private readonly tails = new Map<number, string[]>();

  constructor(secrets: Iterable<string>) {
    const ends: number[] = [];
    for (const secret of secrets) for (const form of secretForms(secret)) ends.push(this.add(form));
    this.fails = new Int32Array(this.trie.size);
    this.longest = new Uint8Array(this.trie.size);
    for (const end of ends) this.longest[end] = this.trie.depths[end]!;
    this.link();
  }

  /** Whether no text could hold a secret. */
  get isEmpty(): boolean {
    return this.trie.size === 1;
  }

  /**
   * `mayBeCut`: the text may end in the middle of a secret; beside that `…` and U+FFFD are signs of a cut wherever they are.
   * Returns the steps it took: at most about twice the text's length, and the comparisons allowed.
   */
  find(text: string, mayBeCut: boolean, found: Found): number {
    const { trie, begins, fails, longest, tails } = this;
    const allowed = COMPARISONS + text.length * COMPARISONS_EACH;
    let [node, steps, compared] = [0, 0, 0];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (node === 0 && begins[code & 0xff] === 0) continue;
      if (isCutSign(code)) this.cut(node, index, found);
      let next = trie.child(node, code);
      for (; next === 0 && node !== 0; steps += 1) {
        node = fails[node]!;
        next = trie.child(node, code);
      }
      node = next;
      const length = longest[node]!;
      if (length === 0) continue;
      const end = index + 1;
      let furthest = end;
      for (const tail of tails.get(node) ?? []) {
        const goesOn = commonLength(text, end, tail);
        furthest = Math.max(furthest, end + goesOn);
        compared += goesOn + 1;
        // Only a text made for it needs so many: nothing of its rest is shown.
        if (compared > allowed) break;
      }
      const isTooMuch = compared > allowed;
      found(end - length, isTooMuch ? text.length : furthest);
      if (isTooMuch) return steps + index + compared;
    }
    if (mayBeCut) this.cut(node, text.length, found);
    return steps + text.length + compared;
  }

  /** The beginning of a secret whose rest was cut off. */
  private cut(node: number, end: number, found: Found): void {
    const length = this.trie.depths[node]!;
    if (length >= SHORTEST_SECRET) found(end - length, end);
  }

  private add(form: string): number {
    this.begins[form.charCodeAt(0) & 0xff] = 1;
    const node = this.trie.add(form.slice(0, GIVEAWAY_LENGTH));
    const tail = form.slice(GIVEAWAY_LENGTH);
    if (tail !== '') this.tails.set(node, [...(this.tails.get(node) ?? []), tail]);
    return node;
  }

  /** By depth, so that what a node falls back to is known before it. */
  private link(): void {
    const { parents, codes, depths } = this.trie;
    const byDepth = Array.from({ length: GIVEAWAY_LENGTH + 1 }, () => [] as number[]);
    depths.forEach((depth, node) => byDepth[depth]!.push(node));
    for (const node of byDepth.slice(2).flat()) {
      const code = codes[node]!;
      let fail = this.fails[parents[node]!]!;
      while (fail !== 0 && this.trie.child(fail, code) === 0) fail = this.fails[fail]!;
      fail = this.trie.child(fail, code);
      this.fails[node] = fail;
      this.longest[node] ||= this.longest[fail]!;
    }
  }
}

/** `…`, which `boundedText` puts where it cuts, and what half a character becomes. */
const isCutSign = (code: number) => code === 0x2026 || code === 0xfffd;

function commonLength(text: string, from: number, tail: string): number {
  let length = 0;
  while (length < tail.length && text.charCodeAt(from + length) === tail.charCodeAt(length)) length += 1;
  return length;
}
