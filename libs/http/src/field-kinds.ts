import type { SchemaObject } from './open-api-types.js';

/** What a value must be. `check` answers null, or what is wrong in words that follow the field's name. */
export interface FieldKind {
  name: string;
  check(value: unknown): string | null;
  schema: Partial<SchemaObject>;
  /** From the text of a query parameter to a value; leaves what it cannot read for `check` to refuse. */
  fromQuery?(text: string | string[]): unknown;
  /** From an accepted value to the one the code works with. */
  parse?(value: unknown): unknown;
  /** For nested objects: the class, and whether there is a list of them. */
  shape?: () => new () => object;
  many?: boolean;
  /** Texts that may stand in place of the nested object. */
  literals?: readonly string[];
  minItems?: number;
  maxItems?: number;
}

export interface TextBounds {
  min?: number;
  max?: number;
  pattern?: RegExp;
  /** What the pattern asks for, in words: "must be ...". */
  hint?: string;
  format?: string;
}

/** Longest text where the specification names no bound. */
export const DEFAULT_MAX_TEXT = 10_000;

export function text({ min = 0, max = DEFAULT_MAX_TEXT, pattern, hint, format }: TextBounds = {}): FieldKind {
  if (pattern?.flags) throw new Error(`${String(pattern)}: OpenAPI has no flags, so spell out what they mean`);
  return {
    name: 'text',
    schema: {
      type: 'string',
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      ...(pattern && { pattern: pattern.source }),
      ...(format && { format }),
    },
    check(value) {
      if (typeof value !== 'string') return 'must be a string';
      if (value.length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
      if (value.length > max) return `must have at most ${max} characters`;
      if (pattern && !pattern.test(value)) return hint ?? `must match ${pattern.source}`;
      return null;
    },
  };
}

export function httpUrl(max = 2_048): FieldKind {
  const base = text({ min: 1, max });
  return {
    ...base,
    name: 'url',
    // Not the format `uri`: what URL takes and encodes by itself (a bare %, an umlaut) is no URI.
    schema: { ...base.schema, pattern: HTTP_URL.source },
    check: (value) => base.check(value) ?? (isHttpUrl(value as string) ? null : 'must be an http or https URL'),
  };
}

/** Reference 5.7: `{{NAME}}` is replaced URI-encoded, `{{{NAME}}}` as it is; also helpers such as `{{$UUID}}`. */
const TEMPLATE = /\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g;

/** An http or https URL of which any part may be a variable; a variable at the start may hold its beginning. */
export function templateUrl(max = 2_048): FieldKind {
  const base = text({ min: 1, max });
  const filled = (value: string) =>
    value.replaceAll(TEMPLATE, (_, at: number) => (at === 0 ? 'http://x' : value[at - 1] === ':' ? '1' : 'x'));
  return {
    ...base,
    name: 'templateUrl',
    check: (value) =>
      base.check(value) ??
      (isHttpUrl(filled(value as string)) ? null : 'must be an http or https URL; {{VARIABLES}} may stand in it'),
  };
}

const HTTP_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/\s]/;
const isHttpUrl = (value: string) => HTTP_URL.test(value) && URL.canParse(value);

export function flag(): FieldKind {
  return {
    name: 'flag',
    schema: { type: 'boolean' },
    check: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
    fromQuery: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  };
}

/** Largest whole number where the specification names no bound: what a PostgreSQL integer holds. */
const MAX_WHOLE = 2_147_483_647;

export function number({ min, max, whole }: { min?: number; max?: number; whole?: boolean }): FieldKind {
  const lowest = min ?? -MAX_WHOLE;
  const highest = max ?? MAX_WHOLE;
  const what = whole ? 'a whole number' : 'a number';
  return {
    name: 'number',
    schema: {
      type: whole ? 'integer' : 'number',
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    },
    check(value) {
      if (typeof value !== 'number' || !Number.isFinite(value) || (whole && !Number.isInteger(value)))
        return `must be ${what}`;
      if (value < lowest || value > highest) return `must be ${what} from ${lowest} to ${highest}`;
      return null;
    },
    fromQuery: (value) =>
      typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value,
  };
}

/** Takes the list as it is when a value is checked or the document is made: it may grow until then. */
export function oneOf(values: readonly (string | number)[]): FieldKind {
  const numeric = typeof values[0] === 'number';
  return {
    name: 'oneOf',
    schema: { type: numeric ? 'number' : 'string', enum: values as (string | number)[] },
    check: (value) => (values.includes(value as string) ? null : `must be one of [${values.join(', ')}]`),
    fromQuery: (value) => (numeric && typeof value === 'string' && value !== '' ? Number(value) : value),
  };
}

/** A list of plain values. In a query: repeated, with `commas` also one text of several. */
export function list(
  item: FieldKind,
  { min = 0, max = 100, commas = false }: { min?: number; max?: number; commas?: boolean } = {},
): FieldKind {
  return {
    name: 'list',
    schema: { type: 'array', items: item.schema as SchemaObject, ...(min > 0 && { minItems: min }), maxItems: max },
    check(value) {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length < min) return `must have at least ${min} items`;
      if (value.length > max) return `must have at most ${max} items`;
      const wrong = value.findIndex((entry) => item.check(entry) !== null);
      return wrong === -1 ? null : `item ${wrong + 1} ${item.check(value[wrong])}`;
    },
    fromQuery: (value) =>
      [value]
        .flat()
        .flatMap((part) => (commas ? part.split(',') : part))
        .filter((part) => part !== ''),
  };
}

export function uuid(): FieldKind {
  return {
    name: 'uuid',
    schema: { type: 'string', format: 'uuid' },
    check: (value) => (typeof value === 'string' && UUID.test(value) ? null : 'must be a uuid'),
  };
}
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An object of any content, e.g. account settings. */
export function freeObject(): FieldKind {
  return {
    name: 'object',
    schema: { type: 'object', additionalProperties: true },
    check: (value) => (isObject(value) ? null : 'must be an object'),
  };
}

export function nested(shape: () => new () => object): FieldKind {
  return { name: 'nested', schema: {}, shape, check: (value) => (isObject(value) ? null : 'must be an object') };
}

/** A nested object, or one of some texts in its place. */
export function nestedOr(shape: () => new () => object, literals: readonly string[]): FieldKind {
  return {
    name: 'nestedOr',
    schema: {},
    shape,
    literals,
    check: (value) =>
      isObject(value) || literals.includes(value as string)
        ? null
        : `must be an object or one of [${literals.join(', ')}]`,
  };
}

export function nestedList(
  shape: () => new () => object,
  { min = 0, max = 100 }: { min?: number; max?: number } = {},
): FieldKind {
  return {
    name: 'nestedList',
    schema: { ...(min > 0 && { minItems: min }), maxItems: max },
    shape,
    many: true,
    check(value) {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length < min) return `must have at least ${min} items`;
      if (value.length > max) return `must have at most ${max} items`;
      return value.every(isObject) ? null : 'must be a list of objects';
    },
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
