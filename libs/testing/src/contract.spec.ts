import type { OpenAPIObject } from '@nestjs/swagger';
import { Contract, type Exchange } from './contract.js';

const document = {
  openapi: '3.0.0',
  info: { title: 'x', version: '1' },
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          204: { description: '' },
        },
      },
    },
    '/things': {
      get: {
        responses: {
          200: {
            description: '',
            headers: { 'Content-Range': {}, Link: {} },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id', 'at'],
        properties: {
          id: { type: 'integer' },
          at: { type: 'string', format: 'date-time' },
          note: { type: 'string', nullable: true },
          kind: { type: 'string', enum: ['A'], nullable: true },
          free: { type: 'object', additionalProperties: true },
          inner: { allOf: [{ $ref: '#/components/schemas/Inner' }], nullable: true },
        },
      },
      Inner: { type: 'object', properties: { properties: { type: 'string' } } },
      ErrorView: { type: 'object', required: ['statusCode'], properties: { statusCode: { type: 'integer' } } },
    },
  },
} as unknown as OpenAPIObject;

const contract = new Contract(document);
const THING = { id: 1, at: '2026-01-01T00:00:00.000Z' };

function check(body: unknown, exchange: Partial<Exchange> = {}) {
  const headers = new Headers({ 'content-type': 'application/json' });
  const text = body === undefined ? '' : JSON.stringify(body);
  return () => contract.check({ method: 'GET', pathname: '/things/1', status: 200, headers, text, ...exchange });
}

describe('Contract', () => {
  it.each([
    ['what is documented', THING],
    ['null where it is allowed', { ...THING, note: null, kind: null, inner: null }],
    ['objects of any content', { ...THING, free: { a: { b: 1 } } }],
    ['nested objects', { ...THING, inner: { properties: 'a property of this name' } }],
  ])('accepts %s', (_what, body) => expect(check(body)).not.toThrow());

  it.each([
    ['an unknown property', { ...THING, secret: 1 }, /must NOT have additional properties.*secret/],
    ['an unknown property further in', { ...THING, inner: { secret: 1 } }, /additional properties.*secret/],
    ['a missing property', { id: 1 }, /must have required property 'at'/],
    ['a wrong type', { ...THING, id: '1' }, /\/id must be integer/],
    ['a moment that is not one', { ...THING, at: '2026-01-01' }, /format "date-time"/],
    ['a moment without milliseconds', { ...THING, at: '2026-01-01T00:00:00Z' }, /format "date-time"/],
    ['null where it is not allowed', { ...THING, at: null }, /\/at must be string/],
  ])('refuses %s', (_what, body, problem) => expect(check(body)).toThrow(problem));

  it('refuses a status that is not documented', () => {
    expect(check({ statusCode: 500 }, { status: 500 })).toThrow(/the status 500 is not documented/);
  });

  it('refuses a body where none is documented', () => {
    expect(check(THING, { status: 204 })).toThrow(/a body is not documented/);
    expect(check(undefined, { status: 204 })).not.toThrow();
  });

  it('refuses a list without its Content-Range', () => {
    expect(check([THING], { pathname: '/things' })).toThrow(/Content-Range is missing/);
  });

  it('takes 404 for an unknown path, and nothing else', () => {
    expect(check({ statusCode: 404 }, { pathname: '/nothing', status: 404 })).not.toThrow();
    expect(check({ statusCode: 200 }, { pathname: '/nothing' })).toThrow(/no such route/);
  });
});
