import { parseTime } from '#domain';
import { field, type FieldOptions } from './fields.js';
import * as kinds from './field-kinds.js';

type Shape = () => new () => object;
type Items = { min?: number; max?: number };

/** A text; `max` is 10,000 characters where nothing else is said. */
export const Text = ({ min, max, pattern, hint, format, ...options }: FieldOptions & kinds.TextBounds) =>
  field(kinds.text({ min, max, pattern, hint, format }), options);

/** An http or https URL, at most 2,048 characters. */
export const HttpUrl = (options: FieldOptions) => field(kinds.httpUrl(), options);

/** The same, but any part may be a `{{VARIABLE}}`. */
export const TemplateUrl = (options: FieldOptions) => field(kinds.templateUrl(), options);

export const Flag = (options: FieldOptions) => field(kinds.flag(), options);

/** A whole number. */
export const Whole = ({ min, max, ...options }: FieldOptions & Items) =>
  field(kinds.number({ min, max, whole: true }), options);

/** A number, fractions allowed. */
export const Decimal = ({ min, max, ...options }: FieldOptions & Items) => field(kinds.number({ min, max }), options);

export const OneOf = (values: readonly (string | number)[], options: FieldOptions) =>
  field(kinds.oneOf(values), options);

export const Uuid = (options: FieldOptions) => field(kinds.uuid(), options);

/** A list of texts; at most 100 of at most 1,000 characters where nothing else is said. Commas are part of them. */
export const TextList = ({ min, max, each, ...options }: FieldOptions & Items & { each?: kinds.TextBounds }) =>
  field(kinds.list(kinds.text({ max: 1_000, ...each }), { min, max }), options);

/** A list of some of the values; in a query they may be separated by commas. */
export const ListOf = (values: readonly (string | number)[], { min, max, ...options }: FieldOptions & Items) =>
  field(kinds.list(kinds.oneOf(values), { min, max, commas: true }), options);

export const UuidList = ({ min, max, ...options }: FieldOptions & Items) =>
  field(kinds.list(kinds.uuid(), { min, max }), options);

const time: kinds.FieldKind = {
  name: 'time',
  schema: { type: 'string', format: 'date-time' },
  check: (value) =>
    value instanceof Date || parseTime(value) ? null : 'must be a time: ISO 8601, unix seconds or unix milliseconds',
  parse: (value) => parseTime(value) ?? value,
};

/** A moment: ISO 8601, unix seconds or unix milliseconds on the way in; a `Date` inside; ISO 8601 on the way out. */
export const Time = (options: FieldOptions) => field(time, options);

/** Of answers. */
export const TimeList = ({ min, max, ...options }: FieldOptions & Items) =>
  field(kinds.list(time, { min, max }), options);

export const DecimalList = ({ min, max, ...options }: FieldOptions & Items) =>
  field(kinds.list(kinds.number({}), { min, max }), options);

export const FreeObject = (options: FieldOptions) => field(kinds.freeObject(), options);

export const Nested = (shape: Shape, options: FieldOptions) => field(kinds.nested(shape), options);

export const NestedOr = (shape: Shape, literals: readonly string[], options: FieldOptions) =>
  field(kinds.nestedOr(shape, literals), options);

export const NestedList = (shape: Shape, { min, max, ...options }: FieldOptions & Items) =>
  field(kinds.nestedList(shape, { min, max }), options);
