import { checkDepth, findNul, isStorable } from './json-limits.js';

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));

describe('checkDepth', () => {
  it('takes 32 levels and refuses 33', () => {
    expect(() => checkDepth(nested(32))).not.toThrow();
    expect(() => checkDepth(nested(33))).toThrow('The body nests deeper than 32 levels');
  });

  it('counts neither brackets in texts nor closed ones', () => {
    expect(() => checkDepth(Buffer.from(JSON.stringify(['[{'.repeat(100), '\\"[', '"']).repeat(50)))).not.toThrow();
    expect(() => checkDepth(Buffer.from('[],'.repeat(100)))).not.toThrow();
    expect(() => checkDepth(Buffer.from(`{"a\\\\":${'['.repeat(40)}`))).toThrow(/deeper/);
  });

  it('is one pass: a million levels end at once', () => {
    const startedAt = process.cpuUsage();
    expect(() => checkDepth(nested(1_000_000))).toThrow(/deeper/);
    expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(1_000);
  });
});

describe('findNul', () => {
  it.each<[string, unknown, string | null]>([
    ['plain values', { a: 1, b: [null, true, 'text \u{1f600}'] }, null],
    ['NUL', { a: ['x', { b: '\u0000' }] }, 'a[1].b'],
    ['half a surrogate pair', { a: '\ud83d' }, 'a'],
    ['a name with NUL', { a: { '\u0000': 1 } }, 'a'],
    ['a text alone', '\u0000', ''],
  ])('finds %s', (_what, value, path) => expect(findNul(value)).toBe(path));

  it('says what PostgreSQL can store', () => {
    expect([isStorable('a'), isStorable('a\u0000'), isStorable('\udc00'), isStorable('')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
