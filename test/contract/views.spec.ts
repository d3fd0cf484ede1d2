import { resolved, type Route, type Schema } from '#testing';
import { committedDocument, committedRoutes, nameOf } from './committed.js';
import { VIEWS, type ViewField } from './views.js';

const document = committedDocument();
const ROUTES = new Map(committedRoutes().map((route) => [nameOf(route), route]));

/**
 * Every answer of every test is held against the document, and refused when it shows anything else: so what the document says
 * of an answer is true, and it remains to hold the document against the specification.
 */
function answerOf({ operation }: Route): Schema {
  const [, success] = Object.entries(operation.responses).find(([status]) => status < '300')!;
  const { content } = success as unknown as { content: Record<string, { schema: Schema }> };
  const schema = resolved(document, content['application/json']!.schema);
  return schema['type'] === 'array' ? resolved(document, schema['items'] as Schema) : schema;
}

const TYPES: Record<string, (schema: Schema) => boolean> = {
  date: ({ type, format }) => type === 'string' && format === 'date-time',
  number: ({ type }) => type === 'number' || type === 'integer',
  object: ({ type, properties }) => type === 'object' || properties !== undefined,
};

/** What of a field the document says otherwise. */
function problems(view: Schema, { name, type, nullable, required, values }: ViewField): string[] {
  const [first, ...rest] = name.split('.');
  const given = (view['properties'] as Record<string, Schema>)[first!];
  if (given && rest.length > 0) {
    const inner = resolved(document, given);
    const item = inner['type'] === 'array' ? resolved(document, inner['items'] as Schema) : inner;
    const field = { name: rest.join('.'), type, nullable, required, values };
    return problems(item, field).map((problem) => `${first}.${problem}`);
  }
  if (!given) return [`${name} is missing`];
  const schema = resolved(document, given);
  const fits = TYPES[type] ?? ((one: Schema) => one['type'] === type);
  const isNullable = given['nullable'] === true || schema['nullable'] === true;
  const listed = ((schema['enum'] as unknown[] | undefined) ?? []).map(String).toSorted();
  return [
    ...(fits(schema) ? [] : [`${name} is ${String(schema['type'])}`]),
    ...(isNullable && !nullable ? [`${name} may be null`] : []),
    ...(required && !((view['required'] ?? []) as string[]).includes(name) ? [`${name} may be absent`] : []),
    ...(values && String(listed) !== String(values.toSorted()) ? [`${name} is one of ${String(listed)}`] : []),
  ];
}

const CASES = VIEWS.flatMap(({ section, of, fields }) => of.map((name) => [name, section, fields] as const));

it.each(CASES.filter(([name]) => ROUTES.has(name)))('%s answers what section %s says', (name, _section, fields) => {
  const view = answerOf(ROUTES.get(name)!);
  expect(fields.flatMap((field) => problems(view, field))).toEqual([]);
});

it('a view that differs is noticed', () => {
  const view = answerOf(ROUTES.get('GET /v1/variables')!);
  const field = { name: 'key', type: 'string', nullable: false, required: true, values: null };
  expect(problems(view, field)).toEqual([]);
  expect(problems(view, { ...field, name: 'other' })).toEqual(['other is missing']);
  expect(problems(view, { ...field, type: 'number' })).toEqual(['key is string']);
  expect(problems(view, { ...field, values: ['A'] })).toEqual(['key is one of ']);
  const closed = { properties: { key: { type: 'string', nullable: true } } };
  expect(problems(closed, field)).toEqual(['key may be null', 'key may be absent']);
});
