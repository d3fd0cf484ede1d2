import { LEFT_OUT, type Field, type Json, type Resource } from './description.js';
import { accepted, refused } from './values.js';

/** One test: a body with one thing changed, and what must come of it. */
export interface Row {
  title: string;
  via: 'create' | 'update';
  /** Where in the body: names, and 0 for the first item of a list. */
  path: (string | 0)[];
  change(body: Json): Json;
  outcome: Outcome;
}

export type Outcome =
  | { is: 'accepted'; reads: unknown }
  /** The answer does not show what was sent. */
  | { is: 'ignored'; sent: unknown }
  | { is: 'hidden' }
  | { is: 'refused' };

/** All rows of a noun: what a create takes and refuses, and what an update does. */
export function rowsOf(resource: Resource): Row[] {
  const { create, update, fields } = resource;
  const made = create ? [...fieldRows('create', fields, [], []), ...bodyRows('create')] : [];
  const required = update?.required ?? [];
  const changed = update ? [...fieldRows('update', fields, [], required), ...bodyRows('update')] : [];
  return [...made, ...changed];
}

function fieldRows(
  via: Row['via'],
  fields: Record<string, Field>,
  above: Row['path'],
  required: string[],
  context: Row['change'] = (body) => body,
): Row[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name];
    const label = `${via} ${labelOf(path)}`;
    const row = (what: string, change: Row['change'], outcome: Outcome): Row => ({
      title: `${label}: ${what}`,
      via,
      path,
      change: (body) => change(context(body)),
      outcome,
    });
    const put = (value: unknown) => (body: Json) => placed({ ...body, ...field.with }, path, value);
    if (field.type === 'ignored') return [row('ignored', put(field.sent), { is: 'ignored', sent: field.sent })];
    if (via === 'update' && field.createOnly) return [];
    const outcomeOf = (value: unknown): Outcome =>
      field.writeOnly ? { is: 'hidden' } : { is: 'accepted', reads: readsOf(field, value) };
    const values = [
      ...accepted(field).map(({ what, value }) => row(`takes ${what}`, put(value), outcomeOf(value))),
      ...refused(field)
        .filter(({ value }) => !(value === null && via === 'update' && field.nullInUpdates))
        .map(({ what, value }) => row(`refuses ${what}`, put(value), { is: 'refused' })),
    ];
    return [...values, ...timeRows(row, field, put), ...absentRows(row, via, field, path, required), ...inner()];

    function inner(): Row[] {
      // An update takes the same things inside: one walk through them is enough.
      if (via === 'update' || (field.type !== 'object' && field.type !== 'objects')) return [];
      const at: Row['path'] = field.type === 'objects' ? [...path, 0] : path;
      // A nested thing is replaced as a whole: what it requires is required in updates, too.
      const names = Object.entries(field.fields).flatMap(([inside, { required: needed }]) => (needed ? [inside] : []));
      return [
        ...fieldRows(via, field.fields, at, names, (body) => put(field.valid)(context(body))),
        ...(field.open ? [] : [unknownRow(field.type === 'objects' ? field.valid[0]! : field.valid)]),
      ];
    }

    function unknownRow(valid: Json): Row {
      const item = { ...valid, notInTheSpecification: 1 };
      return row('refuses an unknown property', put(field.type === 'objects' ? [item] : item), { is: 'refused' });
    }
  });
}

/** What is answered for a value. */
export const readsOf = (field: Field, value: unknown): unknown => (field.reads ? field.reads(value) : value);

type MakeRow = (what: string, change: Row['change'], outcome: Outcome) => Row;

/** Reference 1.4: moments are taken as unix seconds and milliseconds, too, and leave as ISO 8601. */
function timeRows(row: MakeRow, field: Field, put: (value: unknown) => Row['change']): Row[] {
  if (field.type !== 'time' || field.writeOnly) return [];
  const at = Date.UTC(2031, 2, 1, 10);
  const outcome: Outcome = { is: 'accepted', reads: new Date(at).toISOString() };
  return [row('takes unix seconds', put(at / 1_000), outcome), row('takes unix milliseconds', put(at), outcome)];
}

function absentRows(row: MakeRow, via: Row['via'], field: Field, path: Row['path'], required: string[]): Row[] {
  const without = (body: Json) => removed(body, path);
  const nested = path.length > 1;
  if (via === 'update' && !nested) {
    return required.includes(String(path.at(-1))) ? [row('is required', without, { is: 'refused' })] : [];
  }
  if (field.required) return [row('is required', without, { is: 'refused' })];
  if (field.writeOnly) return [row('may be absent', without, { is: 'hidden' })];
  const reads = field.default === undefined ? LEFT_OUT : field.default;
  return [row('may be absent', without, { is: 'accepted', reads })];
}

function bodyRows(via: Row['via']): Row[] {
  const row = (what: string, change: Row['change']): Row => ({
    title: `${via}: refuses ${what}`,
    via,
    path: [],
    change,
    outcome: { is: 'refused' },
  });
  return [
    row('an unknown property', (body) => ({ ...body, notInTheSpecification: 1 })),
    row('a list', (body) => [body] as unknown as Json),
    row('a text', () => 'text' as unknown as Json),
    row('null', () => null as unknown as Json),
  ];
}

/** `request.url`, `incidentUpdates[0].status`: as violations name it. */
export const labelOf = (path: Row['path']): string =>
  path.map((part, at) => (part === 0 ? '[0]' : at === 0 ? part : `.${part}`)).join('');

function placed(body: Json, [first, ...rest]: Row['path'], value: unknown): Json {
  if (first === undefined) return value as Json;
  if (first === 0) {
    const [head, ...tail] = (body as unknown as Json[]) ?? [];
    return [placed(head ?? {}, rest, value), ...tail] as unknown as Json;
  }
  return { ...body, [first]: placed((body?.[first] ?? {}) as Json, rest, value) };
}

function removed(body: Json, [first, ...rest]: Row['path']): Json {
  if (first === 0) {
    const [head, ...tail] = body as unknown as Json[];
    return [removed(head!, rest), ...tail] as unknown as Json;
  }
  if (rest.length > 0) return { ...body, [first!]: removed(body[first!] as Json, rest) };
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== first));
}

/** The value at a path of an answer; `LEFT_OUT` where there is none. */
export function at(body: unknown, path: Row['path']): unknown {
  let found = body;
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return LEFT_OUT;
    found = (found as Json)[part as string];
  }
  return found;
}
