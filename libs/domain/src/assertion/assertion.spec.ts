import type { Assertion, Comparison } from './assertion.js';
import { COMPARISONS } from './assertion.js';
import { compare } from './compare.js';
import { evaluateAssertions } from './evaluate.js';
import { EachOf, Hidden, Unanswerable } from './found.js';

const statusCode = (comparison: Comparison, target: string): Assertion => ({
  source: 'STATUS_CODE',
  property: '',
  comparison,
  target,
  regex: null,
});

const header = (comparison: Comparison): Assertion => ({
  ...statusCode(comparison, 'x'),
  source: 'HEADERS',
  property: 'etag',
});

const messageOf = (found: unknown) => evaluateAssertions([header('EQUALS')], { HEADERS: () => found })[0]?.message;

describe('compare', () => {
  it.each<[unknown, Comparison, string, boolean]>([
    [200, 'EQUALS', '200', true],
    [200, 'EQUALS', '200.0', true],
    ['1e3', 'EQUALS', '1000', true],
    [' 5 ', 'EQUALS', '5', true],
    ['a', 'EQUALS', 'a', true],
    ['', 'EQUALS', '0', false],
    [true, 'EQUALS', 'true', true],
    [true, 'EQUALS', '1', false],
    ['0x10', 'EQUALS', '16', false],
    ['9007199254740993', 'EQUALS', '9007199254740992', false],
    [undefined, 'EQUALS', '', false],
    [undefined, 'NOT_EQUALS', '', true],
    [503, 'NOT_EQUALS', '200', true],
    [10, 'GREATER_THAN', '9', true],
    ['10', 'GREATER_THAN', '9', true],
    [9, 'GREATER_THAN', '9', false],
    ['b', 'GREATER_THAN', 'a', false],
    ['b', 'LESS_THAN', 'c', false],
    [8, 'LESS_THAN', '9', true],
    ['abc', 'CONTAINS', 'b', true],
    [['a', 1], 'CONTAINS', '1', true],
    [['ab'], 'CONTAINS', 'a', false],
    [{ a: 'b' }, 'CONTAINS', '"b"', true],
    ['abc', 'NOT_CONTAINS', 'd', true],
    [{ a: 1 }, 'HAS_KEY', 'a', true],
    [{ a: 1 }, 'HAS_KEY', 'toString', false],
    ['a', 'HAS_KEY', 'length', false],
    [{ a: 1 }, 'NOT_HAS_KEY', 'b', true],
    [{ a: 1 }, 'HAS_VALUE', '1', true],
    [[{ a: 1 }], 'HAS_VALUE', '{"a":1}', true],
    [{ a: 1 }, 'NOT_HAS_VALUE', '1', false],
    ['', 'IS_EMPTY', '', true],
    [[], 'IS_EMPTY', '', true],
    [{}, 'IS_EMPTY', '', true],
    [0, 'IS_EMPTY', '', false],
    [undefined, 'IS_EMPTY', '', true],
    ['a', 'NOT_EMPTY', '', true],
    [null, 'IS_NULL', '', true],
    [undefined, 'IS_NULL', '', true],
    ['', 'IS_NULL', '', false],
    [0, 'NOT_NULL', '', true],
  ])('%j %s %j is %s', (found, comparison, target, holds) => {
    expect(compare(found, comparison, target)).toBe(holds);
  });

  it('judges every comparison of anything', () => {
    for (const comparison of COMPARISONS) {
      for (const found of [undefined, null, '', 'a', 0, Number.NaN, true, [], {}, [null]]) {
        expect(typeof compare(found, comparison, '1')).toBe('boolean');
      }
    }
  });
});

describe('evaluateAssertions', () => {
  it('reports all of them, in order', () => {
    const assertions = [statusCode('EQUALS', '200'), statusCode('LESS_THAN', '600'), statusCode('GREATER_THAN', '600')];
    expect(evaluateAssertions(assertions, { STATUS_CODE: () => 503 })).toEqual([
      {
        ...assertions[0],
        order: 0,
        passed: false,
        actual: '503',
        message: 'Expected STATUS_CODE to equal 200, but it was 503',
      },
      { ...assertions[1], order: 1, passed: true, actual: '503', message: null },
      {
        ...assertions[2],
        order: 2,
        passed: false,
        actual: '503',
        message: 'Expected STATUS_CODE to be greater than 600, but it was 503',
      },
    ]);
  });

  it('names the property, and what is missing or empty', () => {
    expect(messageOf(undefined)).toBe('Expected HEADERS etag to equal x, but there was none');
    expect(messageOf('')).toBe('Expected HEADERS etag to equal x, but it was empty');
    expect(messageOf('y'.repeat(5_000))?.length).toBeLessThan(300);
  });

  it('asks each of several values, and names the first that fails', () => {
    const above = (values: unknown[]) =>
      evaluateAssertions([{ ...header('GREATER_THAN'), target: '1' }], { HEADERS: () => new EachOf(values) })[0];
    expect(above([2, 3])).toMatchObject({ passed: true, actual: '[2,3]', message: null });
    expect(above([2, 1, 0])).toMatchObject({ passed: false, actual: '[2,1,0]' });
    expect(above([2, 1, 0])?.message).toMatch(/, but of 3 values, number 2: it was 1$/);
    expect(above([1])?.message).toMatch(/, but it was 1$/);
    expect(above(Array.from({ length: 100_000 }, () => 'long'))?.actual.length).toBeLessThan(1_001);
  });

  it('compares what is hidden and does not show it', () => {
    const assertions = [{ ...header('EQUALS'), target: 'secret' }, header('EQUALS')];
    const [right, wrong] = evaluateAssertions(assertions, { HEADERS: () => new Hidden('secret') });
    expect(right).toMatchObject({ passed: true, actual: '[scrubbed]', message: null });
    expect(wrong).toMatchObject({ passed: false, actual: '[scrubbed]' });
    expect(wrong?.message).toBe('Expected HEADERS etag to equal x, but it was not (its value is not shown)');
  });

  it.each(COMPARISONS)('fails %s of what has no answer, and says why', (comparison) => {
    const [outcome] = evaluateAssertions([header(comparison)], { HEADERS: () => new Unanswerable('it is raining') });
    expect(outcome).toMatchObject({
      passed: false,
      actual: '',
      message: expect.stringMatching(/, but it is raining$/),
    });
  });

  it('fails what is nested too deeply to be a text', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(messageOf(deep)).toContain('it is nested too deeply to be compared');
  });

  it('fails what cannot be asserted', () => {
    const unknown = [
      { ...statusCode('EQUALS', '1'), source: 'constructor' },
      { ...statusCode('EQUALS', '1'), comparison: 'toString' as Comparison },
    ];
    expect(evaluateAssertions(unknown, { STATUS_CODE: () => 1 }).map(({ passed }) => passed)).toEqual([false, false]);
  });

  it('keeps texts that a database can store', () => {
    const outcome = evaluateAssertions([statusCode('EQUALS', 'x')], { STATUS_CODE: () => 'a\0\ud800b' })[0];
    expect(outcome?.actual).toBe('a\uFFFDb');
  });
});
