import {
  isSingular,
  OPERATORS,
  type Operand,
  type Query,
  type Segment,
  type Selector,
  type Test,
} from './json-path.js';
import { Scanner } from './scanner.js';

/** The result of a function, by the type that RFC 9535, 2.4 gives it. */
type Call = { operand: Operand } | { test: Test };

/** Reads a JSON path as RFC 9535 defines it, and `.length` besides. Throws InvalidJsonPath. */
export function parseJsonPath(text: string): Query {
  return new Parser(new Scanner(text)).whole();
}

class Parser {
  constructor(private readonly scanner: Scanner) {}

  whole(): Query {
    this.scanner.expect('$');
    const query = this.rest('$');
    return this.scanner.isAtEnd ? query : this.scanner.fail('Expected a segment');
  }

  private rest(from: Query['from']): Query {
    const segments: Segment[] = [];
    for (;;) {
      const segment = this.scanner.attempt(() => this.segment());
      if (segment === null) return { from, segments };
      segments.push(segment);
    }
  }

  private segment(): Segment | null {
    this.scanner.blank();
    if (this.scanner.takes('[')) return { descendant: false, selectors: this.bracketed() };
    const descendant = this.scanner.takes('..');
    if (!descendant && !this.scanner.takes('.')) return null;
    if (descendant && this.scanner.takes('[')) return { descendant, selectors: this.bracketed() };
    if (this.scanner.takes('*')) return { descendant, selectors: [{ kind: 'wildcard' }] };
    const name = this.scanner.name() ?? this.scanner.fail('Expected a name');
    return { descendant, selectors: [name === 'length' && !descendant ? { kind: 'length' } : { kind: 'name', name }] };
  }

  private bracketed(): Selector[] {
    const selectors: Selector[] = [];
    do {
      this.scanner.blank();
      selectors.push(this.selector());
      this.scanner.blank();
    } while (this.scanner.takes(','));
    this.scanner.expect(']');
    return selectors;
  }

  private selector(): Selector {
    const { scanner } = this;
    if (scanner.takes('*')) return { kind: 'wildcard' };
    if (scanner.takes('?')) return { kind: 'filter', test: this.or() };
    const name = scanner.string();
    if (name !== null) return { kind: 'name', name };
    const start = scanner.integer();
    const slice = scanner.attempt(() => (scanner.blank().takes(':') ? this.slice(start) : null));
    if (slice !== null) return slice;
    return start === null ? scanner.fail('Expected a selector') : { kind: 'index', index: start };
  }

  private slice(start: number | null): Selector {
    const { scanner } = this;
    const end = scanner.blank().integer();
    const step = scanner.attempt(() => (scanner.blank().takes(':') ? scanner.blank().integer() : null));
    const bare = step === null ? scanner.attempt(() => scanner.blank().takes(':') || null) : null;
    return { kind: 'slice', start, end, step: bare ? 1 : (step ?? 1) };
  }

  private or(): Test {
    return this.joined('or', '||', () => this.joined('and', '&&', () => this.basic()));
  }

  private joined(kind: 'or' | 'and', word: string, part: () => Test): Test {
    const tests = [part()];
    while (this.scanner.attempt(() => this.scanner.blank().takes(word) || null)) tests.push(part());
    return tests.length === 1 ? tests[0]! : { kind, tests };
  }

  private basic(): Test {
    const { scanner } = this;
    if (scanner.blank().takes('!')) {
      scanner.blank();
      return { kind: 'not', test: scanner.sees('(') ? this.parenthesised() : this.test(this.term()) };
    }
    if (scanner.sees('(')) return this.parenthesised();
    const left = this.term();
    const operator = scanner.attempt(() => {
      scanner.blank();
      return OPERATORS.find((one) => scanner.takes(one)) ?? null;
    });
    if (operator === null) return this.test(left);
    scanner.blank();
    return { kind: 'compare', left: this.operand(left), operator, right: this.operand(this.term()) };
  }

  private parenthesised(): Test {
    this.scanner.expect('(');
    const test = this.or();
    this.scanner.blank().expect(')');
    return test;
  }

  /** A literal, a query or the call of a function. */
  private term(): Call {
    const { scanner } = this;
    if (scanner.takes('$')) return { operand: { kind: 'query', query: this.rest('$') } };
    if (scanner.takes('@')) return { operand: { kind: 'query', query: this.rest('@') } };
    const text = scanner.string();
    if (text !== null) return { operand: { kind: 'literal', value: text } };
    const number = scanner.number();
    if (number !== null) return { operand: { kind: 'literal', value: number } };
    const name = scanner.name();
    if (name === 'true' || name === 'false') return { operand: { kind: 'literal', value: name === 'true' } };
    if (name === 'null') return { operand: { kind: 'literal', value: null } };
    return name !== null && scanner.takes('(')
      ? this.call(name)
      : scanner.fail('Expected a value, a query or a function');
  }

  private call(name: string): Call {
    const call = this.calls[name] ?? this.scanner.fail(`There is no function ${name}`);
    const result = call();
    this.scanner.blank().expect(')');
    return result;
  }

  private readonly calls: Readonly<Record<string, (() => Call) | undefined>> = Object.assign(Object.create(null), {
    length: () => ({ operand: { kind: 'length', of: this.argument() } }),
    count: () => ({ operand: { kind: 'count', query: this.nodes() } }),
    value: () => ({ operand: { kind: 'value', query: this.nodes() } }),
    match: () => ({ test: this.regex('match') }),
    search: () => ({ test: this.regex('search') }),
  });

  private regex(kind: 'match' | 'search'): Test {
    const text = this.argument();
    this.scanner.blank().expect(',');
    return { kind, text, pattern: this.argument() };
  }

  private argument(): Operand {
    this.scanner.blank();
    return this.operand(this.term());
  }

  private nodes(): Query {
    this.scanner.blank();
    const term = this.term();
    return 'operand' in term && term.operand.kind === 'query'
      ? term.operand.query
      : this.scanner.fail('Expected a query');
  }

  /** What is compared has one value at most. */
  private operand(term: Call): Operand {
    if ('test' in term) return this.scanner.fail('Its result cannot be compared');
    const { operand } = term;
    if (operand.kind !== 'query' || isSingular(operand.query)) return operand;
    return this.scanner.fail('Its query may select several values');
  }

  private test(term: Call): Test {
    if ('test' in term) return term.test;
    const { operand } = term;
    return operand.kind === 'query'
      ? { kind: 'exists', query: operand.query }
      : this.scanner.fail('Expected a comparison');
  }
}
