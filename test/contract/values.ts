import type { Field } from './description.js';

/** A value for a field, and what it is in a test's title. */
export interface Sample {
  what: string;
  value: unknown;
}

let count = 0;

/** Values that a field takes: its lowest and highest, each of an enumeration. */
export function accepted(field: Field): Sample[] {
  const also = (field.also ?? []).map((value) => (field.unique ? `${String(value)}${(count += 1)}` : value));
  const own = [...within(field), ...also, ...(field.nullable ? [null] : [])];
  return own.map((value) => ({ what: shown(value), value }));
}

/** Values that it refuses: one beyond each bound, of other types. */
export function refused(field: Field): Sample[] {
  const own = [...beyond(field), ...(field.never ?? []), ...(field.nullable ? [] : [null])];
  return own.map((value) => ({ what: shown(value), value }));
}

function within(field: Field): unknown[] {
  switch (field.type) {
    case 'text': {
      if (field.only) return [];
      const { min = 0, max = 200 } = field;
      const [shortest, longest] = ['x'.repeat(min), 'y'.repeat(max)];
      const texts = [shortest, longest, 'Grüße "\\" \u{1f388} <b>'.slice(0, max)];
      return field.unique ? texts.map((text) => `${text}${(count += 1)}`.slice(-max)) : texts;
    }
    case 'number': {
      const { min = 1, max = min + 1_000 } = field;
      if (field.fixed) return [];
      return [min, Math.floor((min + max) / 2), max];
    }
    case 'flag':
      return [true, false];
    case 'enum':
      return [...field.values];
    case 'time':
      return ['2031-03-01T10:00:00.000Z', '2031-03-01T10:00:00.123Z'];
    case 'url':
      return ['https://pharos.test/a.png?b=1', 'http://127.0.0.1:8080/'];
    case 'uuid':
      return field.fixed ? [] : ['0197a5f0-0000-7000-8000-000000000001'];
    case 'texts':
      return [[], ['one'], ['a b', 'Ü,"\\', '\u{1f388}'], ['']];
    case 'enums':
      return field.values.length === 0 ? [[]] : [[], [field.values[0]], [...field.values].slice(0, field.max)];
    case 'free':
      return [{}, { any: ['thing', 1, null] }];
    case 'object':
      return [field.valid];
    case 'objects':
      return [field.valid];
    case 'ignored':
      return [];
  }
}

function beyond(field: Field): unknown[] {
  switch (field.type) {
    case 'text': {
      const { min = 0, max } = field;
      return [1, true, {}, ['text'], ...(min > 0 ? ['x'.repeat(min - 1)] : []), ...(max ? ['x'.repeat(max + 1)] : [])];
    }
    case 'number': {
      const { min, max, whole } = field;
      const bounds = [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])];
      return ['1', true, {}, [1], ...bounds, ...(whole ? [1.5] : [])];
    }
    case 'flag':
      return ['true', 1, 0, {}, []];
    case 'enum':
      return ['NOT_IN_THE_ENUM', '', 987_654, {}, [field.values[0]]];
    case 'time':
      return ['nonsense', '2026-02-31T00:00:00.000Z', '', true, {}, []];
    case 'url':
      return ['nonsense', 'ftp://pharos.test/', '', 1, {}, []];
    case 'uuid':
      return ['nonsense', '', 1, {}, []];
    case 'texts':
      return ['text', 1, {}, [1], [null], [['nested']], ...tooMany(field.max, 'x')];
    case 'enums':
      return ['text', 1, {}, ['NOT_IN_THE_ENUM'], [1], [null]];
    case 'free':
      return ['text', 1, true, []];
    case 'object':
      return ['text', 1, true, []];
    case 'objects': {
      const { valid, exactly, min = exactly, max = exactly } = field;
      const few = min ? [Array.from({ length: min - 1 }, () => valid[0])] : [];
      return ['text', 1, {}, [1], [null], ...few, ...tooMany(max, valid[0])];
    }
    case 'ignored':
      return [];
  }
}

const tooMany = (max: number | undefined, item: unknown) =>
  max === undefined ? [] : [Array.from({ length: max + 1 }, () => item)];

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 40)}... (${text.length})` : text;
}
