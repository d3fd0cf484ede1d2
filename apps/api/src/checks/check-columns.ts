import { storedStrategy } from '#domain';
import { fieldsOf } from '#http';
import { CheckFields, type NewCheck } from './check-fields.js';
import type { CheckRow } from './check.entity.js';

/** What is stored of a check's fields: those of all types, and `dependencies`, in columns of their own; the rest in `settings`. */
const COLUMNS = new Set(['checkType', 'dependencies', ...fieldsOf(CheckFields).map(({ property }) => property)]);

type Values = Partial<Omit<NewCheck, 'alertChannelSubscriptions'>>;

/** The columns that sent values change; `settings` is put together with what is there. */
export function columnsOf(values: Values, current?: Pick<CheckRow, 'settings'>): Partial<CheckRow> {
  const { retryStrategy, ...others } = values;
  const entries = Object.entries(others);
  const settings = Object.fromEntries(entries.filter(([name]) => !COLUMNS.has(name)));
  return {
    ...(Object.fromEntries(entries.filter(([name]) => COLUMNS.has(name))) as Partial<CheckRow>),
    ...(retryStrategy !== undefined && { retryStrategy: storedStrategy(retryStrategy) }),
    settings: { ...current?.settings, ...settings },
  };
}
