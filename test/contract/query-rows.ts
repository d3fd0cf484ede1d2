import type { Field } from './description.js';

/** A query, and whether it is accepted. */
export interface QueryRow {
  query: string;
  accepted: boolean;
  /** Named by the refusal. */
  parameter: string;
}

/** Moments of the last hour: the windows of some lists are at most hours long, or must lie in the past. */
const RECENT = () => Date.now() - 1_800_000;

/** All rows of one parameter. */
export function queryRows(name: string, field: Field): QueryRow[] {
  const row = (accepted: boolean) => (text: string) => ({
    query: `${name}=${encodeURIComponent(text)}${alongside(field)}`,
    accepted,
    parameter: name,
  });
  const twice = { query: `${name}=${sample(field)}&${name}=${sample(field)}`, accepted: false, parameter: name };
  return [
    ...accepted(field).map(row(true)),
    ...refused(field).map(row(false)),
    ...(isList(field) ? listRows(name, field) : [twice]),
  ];
}

const isList = ({ type }: Field) => type === 'texts' || type === 'enums';
const alongside = (field: Field) =>
  Object.entries(field.with ?? {})
    .map(([name, value]) => `&${name}=${String(value)}`)
    .join('');
const sample = (field: Field) => encodeURIComponent(accepted(field)[0] ?? 'x');

function accepted(field: Field): string[] {
  const also = (field.also ?? []).map(String);
  switch (field.type) {
    case 'number':
      return [field.min ?? 1, field.max ?? 1_000].map(String);
    case 'flag':
      return ['true', 'false'];
    case 'enum':
    case 'enums':
      return field.values.map(String);
    case 'time':
      return [new Date(RECENT()).toISOString(), String(Math.floor(RECENT() / 1_000)), String(RECENT())];
    case 'text':
      return field.only ? also : ['x'.repeat(field.min ?? 1), 'Ü b&c=d'];
    default:
      return ['one', 'Ü b'];
  }
}

function refused(field: Field): string[] {
  const never = (field.never ?? []).map(String);
  switch (field.type) {
    case 'number': {
      const { min, max, whole } = field;
      const bounds = [min === undefined ? [] : min - 1, max === undefined ? [] : max + 1].flat().map(String);
      return ['x', '', '1e1', '0x1', 'NaN', ...bounds, ...(whole ? ['1.5'] : []), ...never];
    }
    case 'flag':
      return ['maybe', '', '1', ...never];
    case 'enum':
      return ['nope', '', ...never];
    case 'enums':
      return ['nope', ...never];
    case 'time':
      return ['nonsense', '', '2026-02-31', '-1', ...never];
    case 'text':
      return [...(field.min ? [''] : []), '\u0000', ...never];
    default:
      return ['\u0000', ...never];
  }
}

/** Repeated; those of an enumeration also separated by commas, which are part of other texts. */
function listRows(name: string, field: Field): QueryRow[] {
  const [one, other] = accepted(field) as [string, string];
  const row = (query: string, is: boolean) => ({ query, accepted: is, parameter: name });
  const repeated = row(`${name}=${one}&${name}=${encodeURIComponent(other)}`, true);
  if (field.type !== 'enums') return [repeated];
  return [
    repeated,
    row(`${name}=${one},${encodeURIComponent(other)}`, true),
    row(`${name}=${one},nope`, false),
    row(`${name}=${one}&${name}=nope`, false),
  ];
}
