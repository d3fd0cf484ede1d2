import { Exclude, Transform, Type } from 'class-transformer';
import { IsUppercase } from 'class-validator';
import { Flag, FreeObject, Nested, OneOf, Text, Time, Whole } from './field-decorators.js';
import { acceptFlat } from './flat-shape.js';
import { ValidationPipe } from './validation.pipe.js';

const about = { description: 'x' };

class Query {
  @Whole({ ...about, min: 1, max: 100, default: 10 }) limit: number;
  @Text({ ...about, optional: true, nullable: true }) note: string | null;
  @OneOf(['A', 'B'], { ...about, optional: true }) kind: string;
  @Time({ ...about, optional: true }) at: Date;
}

describe('the short way', () => {
  it('takes what is valid, as an instance of the shape', () => {
    const accepted = acceptFlat(Query, { limit: 5, note: null, at: 1_700_000_000 });
    expect(accepted).toBeInstanceOf(Query);
    expect(accepted).toMatchObject({ limit: 5, note: null, at: 1_700_000_000 });
  });

  it.each([
    { limit: 0 },
    { limit: '5' },
    { limit: null },
    { other: 1 },
    { kind: 'C' },
    { constructor: 1 },
    JSON.parse('{"__proto__":{"limit":1}}') as Record<string, unknown>,
  ])('leaves %j to the long way', (value) => expect(acceptFlat(Query, value as Record<string, unknown>)).toBeNull());

  it('finds nothing in prototypes', () => {
    expect(acceptFlat(Query, Object.create({ limit: 5 }) as Record<string, unknown>)).toHaveProperty(
      'limit',
      undefined,
    );
    class Strange {
      @Flag({ ...about, optional: true }) toString: never;
    }
    expect(acceptFlat(Strange, {})).toHaveProperty('toString', undefined);
  });
});

describe('shapes of which more is known than their fields', () => {
  class Inner {
    @Text(about) name: string;
  }
  class WithNested {
    @Nested(() => Inner, about) inner: Inner;
  }
  class WithObject {
    @FreeObject(about) settings: object;
  }
  class WithRule {
    @IsUppercase() @Text(about) name: string;
  }
  class WithTransform {
    @Transform(({ value }) => String(value).trim()) @Text(about) name: string;
  }
  class WithType {
    @Type(() => Number) @Whole({ ...about, optional: true }) name: number;
  }
  @Exclude()
  class WithStrategy {
    @Text({ ...about, optional: true }) name: string;
  }
  class WithExclude {
    @Exclude() @Text({ ...about, optional: true }) name: string;
  }

  it.each<[new () => object, Record<string, unknown>]>([
    [WithNested, { inner: { name: 'a' } }],
    [WithObject, { settings: {} }],
    [WithRule, { name: 'A' }],
    [WithTransform, { name: 'a' }],
    [WithType, { name: 1 }],
    [WithStrategy, { name: 'a' }],
    [WithExclude, { name: 'a' }],
  ])('%p go the long way', (shape, value) => expect(acceptFlat(shape, value)).toBeNull());

  it('so that nothing they say is lost', () => {
    const read = (metatype: new () => object, value: object) =>
      new ValidationPipe().transform(value, { type: 'body', metatype });
    expect(() => read(WithRule, { name: 'a' })).toThrow('uppercase');
    expect(read(WithTransform, { name: ' a ' })).toEqual({ name: 'a' });
  });
});
