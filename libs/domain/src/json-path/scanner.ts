import { InvalidJsonPath } from './json-path.js';

const BLANK = /[ \t\n\r]*/y;
const NAME = /[A-Za-z_\u0080-\u{10FFFF}][A-Za-z0-9_\u0080-\u{10FFFF}]*/uy;
const INTEGER = /0|-?[1-9]\d*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[ !#-[\]-\u{10FFFF}]|\\.)*"|'(?:[ -&(-[\]-\u{10FFFF}]|\\.)*'/uy;
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|(.))/gsu;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '/': '/', '\\': '\\' };

/** Reads the words of a JSON path one after the other. */
export class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  fail(problem: string): never {
    throw new InvalidJsonPath(problem, this.text, this.at);
  }

  /** Skips blanks. */
  blank(): this {
    this.match(BLANK);
    return this;
  }

  /** Whether `word` comes next. */
  sees(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  /** Takes `word` if it comes next. */
  takes(word: string): boolean {
    const found = this.sees(word);
    if (found) this.at += word.length;
    return found;
  }

  expect(word: string): void {
    if (!this.takes(word)) this.fail(`Expected ${word}`);
  }

  /** Goes back to where `read` began when it answers null. */
  attempt<T>(read: () => T | null): T | null {
    const before = this.at;
    const found = read();
    if (found === null) this.at = before;
    return found;
  }

  name(): string | null {
    return this.match(NAME);
  }

  /** A whole number that JSON interchanges exactly (RFC 9535, 2.1). */
  integer(): number | null {
    const digits = this.match(INTEGER);
    if (digits === null) return null;
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value : this.fail('The number is too large');
  }

  number(): number | null {
    const digits = this.match(NUMBER);
    return digits === null ? null : Number(digits);
  }

  string(): string | null {
    const quoted = this.match(STRING);
    if (quoted === null) return this.sees('"') || this.sees("'") ? this.fail('The string is not valid') : null;
    const own = quoted[0]!;
    const value = quoted.slice(1, -1).replace(ESCAPE, (escape: string, code?: string, letter = '') => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return letter === own ? own : (ESCAPED[letter] ?? this.fail(`${escape} means nothing`));
    });
    return value.isWellFormed() ? value : this.fail('The string has half a character');
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }
}
