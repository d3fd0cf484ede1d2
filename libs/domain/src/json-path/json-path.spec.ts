import { MOST_NODES, QueryTooCostly } from './budget.js';
import { InvalidJsonPath } from './json-path.js';
import { parseJsonPath } from './parse.js';
import { select } from './select.js';

const matches = (text: string, pattern: string, whole: boolean) =>
  new RegExp(whole ? `^(?:${pattern})$` : pattern, 'u').test(text);
const query = (path: string, document: unknown) => select(parseJsonPath(path), document, matches);

const STORE = {
  store: {
    book: [
      { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
      { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
      { category: 'fiction', author: 'Herman Melville', title: 'Moby Dick', isbn: '0-553-21311-3', price: 8.99 },
    ],
    bicycle: { color: 'red', price: 399 },
  },
};
const NUMBERS = [0, 1, 2, 3, 4, 5, 6];

describe('a JSON path selects', () => {
  it.each<[string, unknown, unknown[]]>([
    ['$', 'a', ['a']],
    ['$.store.book[*].author', STORE, ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville']],
    ['$..author', STORE, ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville']],
    ['$.store..price', STORE, [8.95, 12.99, 8.99, 399]],
    ['$..book[2].title', STORE, ['Moby Dick']],
    ['$..book[-1].title', STORE, ['Moby Dick']],
    ['$..book[0,1].price', STORE, [8.95, 12.99]],
    ['$..book[:2].price', STORE, [8.95, 12.99]],
    ['$..book[?@.isbn].price', STORE, [8.99]],
    ['$..book[?(@.isbn)].price', STORE, [8.99]],
    ['$..book[?@.price<10].price', STORE, [8.95, 8.99]],
    ["$..book[?@.price < 10 && @.category == 'fiction'].price", STORE, [8.99]],
    ["$..book[?!(@.category == 'fiction') || @.price>12].price", STORE, [8.95, 12.99]],
    ['$.store.book[?@.price > $.store.book[0].price].price', STORE, [12.99, 8.99]],
    ["$['store'][\"bicycle\"] ['color']", STORE, ['red']],
    ['$.store.book.length', STORE, [3]],
    ['$.store.length', { store: { length: 'own' } }, ['own']],
    ['$[?@.a.length > 1]', [{ a: [1] }, { a: [1, 2] }], [{ a: [1, 2] }]],
    ['$.missing', STORE, []],
    ['$.a', ['a'], []],
    ['$[0]', { 0: 'a' }, []],
    ['$.toString', {}, []],
    ['$.__proto__', {}, []],
    ['$.ü☺', { 'ü☺': 1 }, [1]],
    ["$['\\u263A\\'\\n']", { "☺'\n": 1 }, [1]],
    ['$["\\uD83D\\uDE00"]', { '😀': 1 }, [1]],
    ['$["\'"]', { "'": 1 }, [1]],
    ['$.*', { a: 1, b: [2] }, [1, [2]]],
    ['$[*,1]', [0, 1], [0, 1, 1]],
    ['$..*', [[1]], [[1], 1]],
    ['$..[0]', [[1], 2], [[1], 1]],
    ['$[1:5:2]', NUMBERS, [1, 3]],
    ['$[5:1:-2]', NUMBERS, [5, 3]],
    ['$[::-1]', NUMBERS, [6, 5, 4, 3, 2, 1, 0]],
    ['$[-2:]', NUMBERS, [5, 6]],
    ['$[:]', NUMBERS, NUMBERS],
    ['$[1:3:]', NUMBERS, [1, 2]],
    ['$[ 1 : 3 : 1 ]', NUMBERS, [1, 2]],
    ['$[1:3:0]', NUMBERS, []],
    ['$[-100:100]', NUMBERS, NUMBERS],
    ['$[?@.a == @.b]', [{ a: 1 }, { a: 1, b: 1 }, {}], [{ a: 1, b: 1 }, {}]],
    ['$[?@.a == null]', [{ a: null }, {}], [{ a: null }]],
    ['$[?@ == 1.0e0]', [1, '1', true], [1]],
    ['$[?@ != -0]', [0, 1], [1]],
    ["$[?@ >= 'b']", ['a', 'b', 'c', 1], ['b', 'c']],
    ['$[?@ <= 1]', [0, 1, 2, '0'], [0, 1]],
    ['$[?@ == $[0]]', [{ a: [1] }, { a: [1] }, { a: [2] }], [{ a: [1] }, { a: [1] }]],
    ['$[?@ == true]', [true, 1], [true]],
    ['$[?length(@) == 2]', ['ab', '☺☺', [1, 2], { a: 1, b: 2 }, 22, null], ['ab', '☺☺', [1, 2], { a: 1, b: 2 }]],
    ['$[?count(@.*) == 2]', [[1], [1, 2]], [[1, 2]]],
    ['$[?value(@..a) == 1]', [{ a: 1 }, { b: { a: 1 } }, { a: 1, b: { a: 1 } }], [{ a: 1 }, { b: { a: 1 } }]],
    ["$[?match(@, 'a.c')]", ['abc', 'xabc', 1], ['abc']],
    ["$[?search(@, 'b')]", ['abc', 'ac'], ['abc']],
    ["$[?!match(@, 'a.c')]", ['abc', 'x'], ['x']],
    ['$[?match(@.t, $[0].p)]', [{ p: 'a+', t: 'aa' }], [{ p: 'a+', t: 'aa' }]],
    ['$[?@.a[?@.b]]', [{ a: [{ b: 1 }] }, { a: [{}] }], [{ a: [{ b: 1 }] }]],
  ])('%s', (path, document, found) => {
    expect(query(path, document)).toEqual(found);
  });

  it('what is nested deeper than the stack', () => {
    const depth = 200_000;
    expect(query('$..a', JSON.parse('['.repeat(depth) + '{"a":1}' + ']'.repeat(depth)))).toEqual([1]);
  });

  it('no more than it can afford', () => {
    const wide = Array.from({ length: 2_000 }, () => [1, 2]);
    expect(() => query('$[?$..*]', wide)).toThrow(QueryTooCostly);
    expect(() => query('$[?$..*]', wide)).toThrow(`more than ${MOST_NODES} values`);
  });

  it.each([
    '$.a[?length($.text) > 0]',
    '$.a[?length($.object) > 0]',
    '$.a[?$.text == $.same]',
    '$.a[?$.text < $.same]',
    '$.a[?$.list == $.otherList]',
    '$.a[?$.object == $.otherObject]',
    "$.a[?search($.text, 'y')]",
    "$.a[?match('y', $.text)]",
    '$.a[?$.list..x]',
  ])('no more of long texts, lists and objects than it can afford: %s', (path) => {
    const members = (value: number) => Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, value]));
    const document = {
      a: Array.from({ length: 10_000 }, () => 0),
      text: 'x'.repeat(10_000),
      same: `${'x'.repeat(9_999)}x`,
      list: Array.from({ length: 1_000 }, () => 0),
      otherList: Array.from({ length: 1_000 }, () => 0),
      object: members(1),
      otherObject: members(2),
    };
    expect(() => select(parseJsonPath(path), document, () => false)).toThrow(QueryTooCostly);
  });

  it('every text of the longest body once', () => {
    const texts = Array.from({ length: 100 }, () => 'x'.repeat(250_000));
    expect(query('$[?length(@) == 250000]', texts)).toHaveLength(100);
  });
});

describe('what is no JSON path', () => {
  it.each([
    ['', 'Expected $ at position 1 of '],
    ['a.b', 'Expected $ at position 1 of a.b'],
    [' $', 'Expected $ at position 1'],
    ['$ ', 'Expected a segment at position 2'],
    ['$.', 'Expected a name at position 3 of $.'],
    ['$..', 'Expected a name'],
    ['$.1', 'Expected a name'],
    ['$.[0]', 'Expected a name at position 3 of $.[0]'],
    ['$[]', 'Expected a selector'],
    ['$[01]', 'Expected ]'],
    ['$[-0]', 'Expected a selector'],
    ['$[1 2]', 'Expected ]'],
    ['$[9007199254740992]', 'The number is too large'],
    ['$["a]', 'The string is not valid'],
    ['$["\\x"]', '\\x means nothing'],
    ['$["\\uD800"]', 'half a character'],
    ["$['a\tb']", 'The string is not valid'],
    ['$[?]', 'Expected a value'],
    ['$[?1]', 'Expected a comparison'],
    ['$[?@.* == 1]', 'several values'],
    ['$[?@.a = 1]', 'Expected ]'],
    ['$[?@.a == 1 == 2]', 'Expected ]'],
    ['$[?!@.a == 1]', 'Expected ]'],
    ['$[?(@.a]', 'Expected )'],
    ['$[?length(@.a)]', 'Expected a comparison'],
    ['$[?length(@.*) > 1]', 'several values'],
    ['$[?count(1) > 1]', 'Expected a query'],
    ["$[?match(@, 'a') == true]", 'cannot be compared'],
    ['$[?match(@)]', 'Expected ,'],
    ['$[?constructor(@)]', 'There is no function constructor'],
    ['$[?length (@) == 1]', 'Expected a value'],
    ['$[(@.length-1)]', 'Expected a selector'],
  ])('%s: %s', (path, message) => {
    expect(() => parseJsonPath(path)).toThrow(InvalidJsonPath);
    expect(() => parseJsonPath(path)).toThrow(message);
  });

  it('is refused soon, however it is nested', () => {
    expect(() => parseJsonPath(`$[?${'('.repeat(900)}`)).toThrow(InvalidJsonPath);
    expect(() => parseJsonPath(`${'$[?'.repeat(330)}`)).toThrow(InvalidJsonPath);
  });
});
