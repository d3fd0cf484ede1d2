import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { badBodies, badParameters } from './bad-values.js';

const schema = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5 },
    size: { type: 'integer', minimum: 1, maximum: 20 },
    kind: { type: 'string', enum: ['A', 'B'] },
    flag: { type: 'boolean' },
    at: { type: 'string', format: 'date-time' },
    tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', maxLength: 3 } },
    inner: { type: 'object', required: ['on'], additionalProperties: false, properties: { on: { type: 'boolean' } } },
    free: { type: 'object', additionalProperties: true },
  },
};
const base = {
  name: 'n',
  size: 1,
  kind: 'A',
  flag: true,
  at: '2026-01-01T00:00:00.000Z',
  tags: ['t'],
  inner: { on: true },
  free: {},
};

describe('badBodies', () => {
  const cases = badBodies({} as OpenAPIObject, schema, base);

  it('makes bodies that the schema refuses, but for texts that no schema can describe', () => {
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    expect(validate(base)).toBe(true);
    expect(cases.filter(({ value }) => validate(value)).map(({ what }) => what)).toEqual([
      String.raw`name: "a\u0000b"`,
      String.raw`name: "\ud800"`,
      String.raw`tags: [0] "a\u0000b"`,
      String.raw`tags: [0] "\ud800"`,
    ]);
  });

  it('goes into every field, nested ones and lists too', () => {
    const what = cases.map((one) => one.what);
    expect(what).toEqual(
      expect.arrayContaining([
        'name: null',
        'size: 21',
        'size: 1.5',
        'kind: "notInTheEnum"',
        'tags: [0] "xxxx"',
        'inner: on: "true"',
      ]),
    );
    expect(what).toEqual(
      expect.arrayContaining([
        'inner: no on',
        'no name',
        'an unknown property',
        'inner: an unknown property',
        'free: []',
      ]),
    );
    expect(what).not.toContain('free: an unknown property');
  });
});

describe('badParameters', () => {
  it('knows the bounds', () => {
    expect(badParameters({ type: 'integer', minimum: 1, maximum: 100 })).toEqual(
      expect.arrayContaining(['0', '101', '1.5', 'x', '']),
    );
    expect(badParameters({ type: 'array', items: { type: 'string', enum: ['a'] } })).toContain('nope');
  });
});
