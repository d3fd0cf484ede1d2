import { Flag, HttpUrl, ListOf, Nested, NestedList, OneOf, Text, TextList, Time, Whole } from './field-decorators.js';
import { InvalidRequest } from './invalid-request.js';
import { CreateOf, Ignores, UpdateOf, ViewOf } from './shapes.js';
import { ValidationPipe } from './validation.pipe.js';

const about = { description: 'x' };

class Header {
  @Text({ ...about, min: 1, max: 5 }) key: string;
}
class Target {
  @HttpUrl(about) url: string;
  @NestedList(() => Header, { ...about, default: [], max: 2 }) headers: Header[];
}
class Id {
  @Text(about) id: string;
}
/** As a declaration does. */
const declare = (pattern: RegExp) => Text({ ...about, pattern });

class Fields {
  @Text({ ...about, min: 1, max: 5 }) name: string;
  @Text({ ...about, optional: true, nullable: true }) note: string | null;
  @Whole({ ...about, min: 1, max: 20, default: 15 }) size: number;
  @Flag({ ...about, default: false }) flag: boolean;
  @OneOf(['A', 'B'], { ...about, default: 'A' }) kind: string;
  @TextList({ ...about, default: [] }) tags: string[];
  @Time({ ...about, optional: true }) at: Date;
  @Nested(() => Target, { ...about, optional: true }) target: Target;
}
@Ignores(Id)
class Update extends UpdateOf(Fields) {}
@Ignores(Id)
class Part extends Header {}
class Parts {
  @NestedList(() => Part, { ...about, optional: true }) parts: Part[];
  @Nested(() => Part, { ...about, optional: true }) part: Part;
}
class View extends ViewOf(Id, Fields, ['at']) {}

const pipe = new ValidationPipe();
const read = (metatype: new () => object, value: unknown, type: 'body' | 'query' = 'body') =>
  pipe.transform(value, { type, metatype }) as Record<string, unknown>;
const fieldsWrong = (value: unknown, metatype: new () => object = Fields, type: 'body' | 'query' = 'body') => {
  try {
    read(metatype, value, type);
    return [];
  } catch (error) {
    return (error as InvalidRequest).violations.map(({ field }) => field);
  }
};

describe('a create request', () => {
  it('is filled with defaults, each one a copy of its own', () => {
    const [one, two] = [read(Fields, { name: 'n' }), read(Fields, { name: 'n' })];
    expect(one).toEqual({ name: 'n', size: 15, flag: false, kind: 'A', tags: [] });
    expect(one['tags']).not.toBe(two['tags']);
  });

  it('keeps null apart from absent', () => {
    expect(read(Fields, { name: 'n', note: null })).toHaveProperty('note', null);
    expect(read(Fields, { name: 'n' })).not.toHaveProperty('note');
    expect(fieldsWrong({ name: null })).toEqual(['name']);
    expect(fieldsWrong({ name: 'n', size: null, target: null })).toEqual(['size', 'target']);
  });

  it('refuses what says that it is of another class', () => {
    const hiding = { constructor: { x: 1 } };
    expect(fieldsWrong({ name: hiding })).toEqual(['name']);
    expect(fieldsWrong({ name: 'n', tags: [[hiding]] })).toEqual(['tags']);
    expect(fieldsWrong({ name: 'n', target: { url: { a: hiding } } })).toEqual(['target.url']);
    expect(fieldsWrong({ name: 'n', unknown: hiding })).toEqual(['unknown']);
  });

  it('parses times and nested shapes with their defaults', () => {
    const given = { name: 'n', at: 1_700_000_000, target: { url: 'https://a.example' } };
    expect(read(Fields, given)).toMatchObject({
      at: new Date(1_700_000_000_000),
      target: { url: 'https://a.example', headers: [] },
    });
  });

  it('names what is wrong by its path', () => {
    expect(
      fieldsWrong({ name: 'n', target: { url: 'https://a.example', headers: [{ key: 'a' }, { key: '' }] } }),
    ).toEqual(['target.headers[1].key']);
    expect(fieldsWrong({ name: 'n', other: 1, target: { url: 'x', other: 1 } }).toSorted()).toEqual([
      'other',
      'target.other',
      'target.url',
    ]);
  });

  it.each([
    [{ constructor: 1 }, ['constructor']],
    [JSON.parse('{"__proto__":{"flag":true}}') as object, ['__proto__']],
    [{ toString: 1, target: { url: 'https://a.example', hasOwnProperty: 1 } }, ['toString', 'target.hasOwnProperty']],
  ])('refuses names that every object has: %j', (extra, fields) => {
    expect(fieldsWrong({ name: 'n', ...extra })).toEqual(fields);
  });

  it('says one thing about a list of the wrong things', () => {
    const headers = Array.from({ length: 500 }, () => 'x');
    expect(fieldsWrong({ name: 'n', target: { url: 'https://a.example', headers } })).toEqual(['target.headers']);
  });

  it('never answers a hostile body with a larger one', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`unknown${at}`, 1]));
    expect(fieldsWrong(many)).toHaveLength(50);
    expect(() => read(Fields, many)).toThrow(/; and 9\d{3} more$/);
  });

  it.each([null, [], 'x', 1])('must be an object, not %j', (value) => {
    expect(() => read(Fields, value)).toThrow('The body must be a JSON object');
  });
});

it('a body that is absent is an empty one', () => {
  expect(fieldsWrong(undefined)).toEqual(['name']);
  expect(read(Update, undefined)).toEqual({});
});

describe('shapes made from one declaration', () => {
  it('update: everything optional, no defaults, read-only fields ignored', () => {
    expect(read(Update, {})).toEqual({});
    expect(read(Update, { id: 'whatever', size: 2 })).toEqual({ size: 2 });
    expect(fieldsWrong({ size: 21 }, Update)).toEqual(['size']);
    const parts = { parts: [{ key: 'a', id: 1 }, { key: 'b' }], part: { key: 'c', id: null } };
    expect(read(Parts, parts)).toEqual({ parts: [{ key: 'a' }, { key: 'b' }], part: { key: 'c' } });
    expect(fieldsWrong({ parts: [{ key: 'a', other: 1 }], part: ['id'] }, Parts)).toEqual(['parts[0].other', 'part']);
    class Required extends UpdateOf(Fields, ['name']) {}
    expect(fieldsWrong({}, Required)).toEqual(['name']);
  });

  it('create of several, and views: all fields', () => {
    class Create extends CreateOf(Id, Fields) {}
    expect(read(Create, { id: 'i', name: 'n' })).toMatchObject({ id: 'i', size: 15 });
    expect(fieldsWrong({ id: 'i' }, View).toSorted()).toEqual([
      'flag',
      'kind',
      'name',
      'note',
      'size',
      'tags',
      'target',
    ]);
  });
});

describe('a query', () => {
  class Query {
    @Whole({ ...about, min: 1, max: 100, default: 10 }) limit: number;
    @Flag({ ...about, default: false }) deep: boolean;
    @TextList({ ...about, optional: true }) tag: string[];
    @OneOf([60, 300], { ...about, optional: true }) rate: number;
    @ListOf(['a', 'b', 'c'], { ...about, optional: true }) kind: string[];
  }
  const query = (value: object) => read(Query, value, 'query');

  it('is read from texts', () => {
    expect(query({ limit: '5', deep: 'true', tag: ['a,b', 'c'], rate: '60', kind: ['a,b', 'c'] })).toEqual({
      limit: 5,
      deep: true,
      tag: ['a,b', 'c'],
      rate: 60,
      kind: ['a', 'b', 'c'],
    });
    expect(query({ tag: 'a' })).toEqual({ limit: 10, deep: false, tag: ['a'] });
  });

  it.each([
    { limit: '5x' },
    { limit: '' },
    { limit: ['1', '2'] },
    { limit: '1e1' },
    { deep: 'yes' },
    { rate: '61' },
    { other: '1' },
  ])('refuses %j', (value) => expect(fieldsWrong(value, Query, 'query')).toHaveLength(1));
});

it('patterns with flags, which the document cannot say, are no patterns', () => {
  expect(() => declare(/^a$/)).not.toThrow();
  expect(() => declare(/^a$/i)).toThrow('OpenAPI has no flags');
});
