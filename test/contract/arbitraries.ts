import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { CHOSEN, LEFT_OUT, type Field, type Json, type Resource } from './description.js';
import { readsOf } from './rows.js';

/** Bodies of a noun that its description says are accepted: what is required, and any of the rest. */
export function bodiesOf(
  { fields, coherent = sentAlong(fields) }: Resource,
  via: 'create' | 'update',
): Arbitrary<Json> {
  return record(fields, via).map((body) => coherent(body));
}

const sentAlong =
  (fields: Record<string, Field>) =>
  (body: Json): Json =>
    Object.assign({}, body, ...Object.entries(fields).map(([name, field]) => (name in body ? field.with : {}))) as Json;

function record(fields: Record<string, Field>, via: 'create' | 'update' | 'nested'): Arbitrary<Json> {
  const sent = Object.entries(fields).filter(
    ([, { type, fixed, createOnly }]) => type !== 'ignored' && !fixed && !(via === 'update' && createOnly),
  );
  const required = sent.filter(([, field]) => field.required && via !== 'update').map(([name]) => name);
  const shape = Object.fromEntries(sent.map(([name, field]) => [name, valuesOf(field)]));
  return fc.record(shape, { requiredKeys: required, noNullPrototype: true });
}

function valuesOf(field: Field): Arbitrary<unknown> {
  const value = plain(field);
  return field.nullable ? fc.option(value, { nil: null, freq: 6 }) : value;
}

const text = (min: number, max: number): Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, Math.min(max, 60)) })
    .filter((made) => made.length <= max && made.isWellFormed() && !made.includes('\u0000'));

function plain(field: Field): Arbitrary<unknown> {
  switch (field.type) {
    case 'text':
      return field.only ? fc.constantFrom(...(field.also ?? [''])) : text(field.min ?? 0, field.max ?? 200);
    case 'number':
      return fc.integer({ min: field.min ?? 1, max: field.max ?? 1_000 });
    case 'flag':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...field.values);
    case 'time':
      return fc
        .date({ min: new Date('2030-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'url':
      return fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true });
    case 'uuid':
      return fc.uuid();
    case 'texts':
      return fc.uniqueArray(text(1, 100), { maxLength: field.max ?? 8 });
    case 'enums':
      return fc.subarray([...field.values], { maxLength: field.max ?? field.values.length });
    case 'free':
      return fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }));
    case 'object':
      return record(field.fields, 'nested');
    case 'objects': {
      const { exactly, min = exactly ?? 0, max = exactly ?? Math.max(3, min) } = field;
      // Keys are keys: each once.
      const selector = (item: Json) => item['key'] ?? item;
      return fc.uniqueArray(record(field.fields, 'nested'), { minLength: min, maxLength: max, selector });
    }
    case 'ignored':
      throw new Error('Ignored fields are not sent');
  }
}

/** What an answer shows of a body that was sent: each field as it reads, those that were not sent as their default. */
export function shownOf(fields: Record<string, Field>, body: Json, absent: 'defaults' | 'unchanged'): Json {
  const shown: Json = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === 'ignored' || field.writeOnly) continue;
    if (name in body) shown[name] = valueShown(field, body[name]);
    else if (absent === 'defaults' && field.default !== undefined) shown[name] = field.default;
  }
  return shown;
}

function valueShown(field: Field, sent: unknown): unknown {
  if (field.type === 'object' && sent !== null && typeof sent === 'object')
    return readsOf(field, shownOf(field.fields, sent as Json, 'defaults'));
  if (field.type === 'objects' && Array.isArray(sent))
    return (sent as Json[]).map((item) => shownOf(field.fields, item, 'defaults'));
  return readsOf(field, sent);
}

/** Where an answer differs from what it must show; nested things may show more. */
export function differences(shown: unknown, expected: unknown, path = ''): string[] {
  if (expected === CHOSEN) return shown === undefined ? [`${path} is missing`] : [];
  if (expected === LEFT_OUT) return shown === undefined ? [] : [`${path} is there`];
  if (Array.isArray(expected)) {
    const items = Array.isArray(shown) ? (shown as unknown[]) : [];
    if (items.length !== expected.length) return [`${path} has ${items.length} items instead of ${expected.length}`];
    return expected.flatMap((item, at) => differences(items[at], item, `${path}[${at}]`));
  }
  if (typeof expected === 'object' && expected !== null)
    return Object.entries(expected).flatMap(([name, value]) =>
      differences((shown as Json | null)?.[name], value, path === '' ? name : `${path}.${name}`),
    );
  return Object.is(shown, expected) || shown === expected
    ? []
    : [`${path} is ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)}`];
}
