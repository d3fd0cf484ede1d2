import type { OpenAPIObject } from '@nestjs/swagger';
import { resolved, type Schema } from './open-api-paths.js';

/** A body or query with one thing wrong, and what that is. */
export interface BadCase {
  what: string;
  value: unknown;
}

type Json = Record<string, unknown>;

/** What of a schema bounds a value. */
interface Bounds {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** Larger texts would only test the limit of bodies. */
const LONGEST_TRIED = 200_000;

/** Every way of getting one thing wrong in `base`, which the schema accepts: further in too, where `base` goes further in. */
export function badBodies(document: OpenAPIObject, given: Schema, base: Json): BadCase[] {
  const schema = resolved(document, given);
  const required = (schema['required'] ?? []) as string[];
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    badValues(document, field, base[name]).map(({ what, value }) => ({
      what: `${name}: ${what}`,
      value: { ...base, [name]: value },
    })),
  );
  const missing = required.map((name) => ({
    what: `no ${name}`,
    value: Object.fromEntries(Object.entries(base).filter(([key]) => key !== name)),
  }));
  const unknown =
    schema['additionalProperties'] === true
      ? []
      : [{ what: 'an unknown property', value: { ...base, notInTheDocument: 1 } }];
  return [...fields, ...missing, ...unknown];
}

function badValues(document: OpenAPIObject, given: Schema, base: unknown): BadCase[] {
  const schema = resolved(document, given);
  const nullable = given['nullable'] === true || schema['nullable'] === true;
  const own = [...(nullable ? [] : [null]), ...wrongTypes(schema), ...outOfBounds(schema)].map((value) => ({
    what: shown(value),
    value,
  }));
  if (schema['properties'] && isObject(base)) return [...own, ...badBodies(document, schema, base)];
  if (schema['type'] === 'array') return [...own, ...badItems(document, schema, base)];
  return own;
}

function badItems(document: OpenAPIObject, schema: Schema, base: unknown): BadCase[] {
  const items = (schema['items'] ?? {}) as Schema;
  const [first] = Array.isArray(base) ? (base as unknown[]) : [];
  return badValues(document, items, first).map(({ what, value }) => ({ what: `[0] ${what}`, value: [value] }));
}

function wrongTypes({ type, format, properties, additionalProperties }: Schema): unknown[] {
  if (properties || (type === 'object' && additionalProperties)) return ['text', 1, true, [], [{}]];
  if (format === 'date-time') return ['nonsense', '2026-02-31', '', true, {}, [], -1, 1e300];
  if (type === 'string') return [1, true, {}, ['text'], { toString: 1 }];
  if (type === 'integer' || type === 'number') return ['1', 'x', '', true, {}, [1]];
  if (type === 'boolean') return ['true', 0, {}, []];
  if (type === 'array') return ['text', 1, {}, { length: 1 }, [[[]]]];
  return [];
}

function outOfBounds(schema: Schema): unknown[] {
  const {
    type,
    format,
    pattern,
    enum: values,
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
  } = schema as Bounds;
  if (type === 'array') {
    const few = minItems ? [Array.from({ length: minItems - 1 })] : [];
    return maxItems === undefined ? few : [...few, Array.from({ length: maxItems + 1 }, () => 'x')];
  }
  if (type === 'integer' || type === 'number') {
    const beyond = [1e308, -1e308, 2 ** 53];
    const bounds = [minimum === undefined ? [] : minimum - 1, maximum === undefined ? [] : maximum + 1].flat();
    return [...beyond, ...bounds, ...(type === 'integer' || values ? [1.5] : [])];
  }
  if (type !== 'string' || format === 'date-time') return [];
  return [
    'a\u0000b',
    '\ud800',
    ...(values ? ['notInTheEnum', ''] : []),
    ...(format === 'uuid' ? ['nonsense', '00000000-0000-0000-0000-00000000000g'] : []),
    ...(pattern?.startsWith('^[Hh][Tt][Tt][Pp]') ? ['nonsense', 'ftp://example.com', 'http://'] : []),
    ...(minLength ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength !== undefined && maxLength < LONGEST_TRIED ? ['x'.repeat(maxLength + 1)] : []),
  ];
}

/** Bad values for a query parameter, as they stand in the address. */
export function badParameters(schema: Schema): string[] {
  const { type, format, minimum, maximum, minLength, maxLength } = schema as Bounds;
  // Of several types: what none of them is.
  const [first] = (schema['oneOf'] ?? []) as Schema[];
  if (first) return badParameters(first);
  if (type === 'array') return (schema['items'] as Schema)['enum'] ? ['nope', '%00', 'a,b'] : ['%00'];
  if (schema['enum']) return ['nope', '', '%00'];
  if (format === 'date-time') return ['nonsense', '', '-1', '99999999999999999999', '2026-13-01', '%00'];
  if (type === 'boolean') return ['maybe', '', '1'];
  if (type === 'integer' || type === 'number') {
    const bounds = [minimum === undefined ? [] : minimum - 1, maximum === undefined ? [] : maximum + 1]
      .flat()
      .map(String);
    return [
      'x',
      '',
      'NaN',
      'Infinity',
      '1e3',
      '0x1',
      '%00',
      '9'.repeat(400),
      ...bounds,
      ...(type === 'integer' ? ['1.5'] : []),
    ];
  }
  return [
    '%00',
    ...(minLength ? [''] : []),
    ...(maxLength === undefined || maxLength > 8_000 ? [] : ['x'.repeat(maxLength + 1)]),
  ];
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 40)}... (${text.length})` : text;
}
