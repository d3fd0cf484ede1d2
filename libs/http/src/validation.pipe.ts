import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { fieldsOf, type Field } from './fields.js';
import { acceptFlat } from './flat-shape.js';
import { InvalidRequest, unstorable, type Violation } from './invalid-request.js';
import { findNul } from './json-limits.js';
import { ignoredIn, keepsUnknown } from './shapes.js';

type Plain = Record<string, unknown>;

/** Checks a body whose type is only known once the thing it changes was looked up. */
export function validated<T extends object>(shape: Type<T>, body: unknown): T {
  return new ValidationPipe().transform(body, { type: 'body', metatype: shape }) as T;
}

/**
 * Turns a body or query into its DTO: drops read-only fields, reads query texts, checks everything, parses times,
 * fills in defaults. All problems leave together as one 400.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(sent: unknown, { type, metatype }: ArgumentMetadata): unknown {
    // No body says as little as an empty one.
    const value = type === 'body' && sent === undefined ? {} : sent;
    if (type === 'param' || type === 'custom' || !metatype || fieldsOf(metatype).length === 0) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new InvalidRequest([{ field: '', message: 'The body must be a JSON object' }]);
    }
    const plain =
      type === 'query' ? fromQuery(value as Plain, fieldsOf(metatype)) : withoutIgnored(value as Plain, metatype);
    if (type === 'query') refuseUnstorable(plain);
    const accepted = acceptFlat(metatype, plain);
    if (accepted !== null) return settle(accepted, fieldsOf(metatype));
    const reserved = reservedIn(plain, metatype);
    if (reserved.length > 0) throw new InvalidRequest(reserved);
    const instance = plainToInstance(metatype, plain) as object;
    const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
    const found = errors.flatMap((error) => violations(error));
    if (found.length > 0) throw new InvalidRequest(found);
    return settle(instance as Plain, fieldsOf(metatype));
  }
}

/** Of bodies their guard has made sure; a filter that cannot be stored would only fail in the database, without its name. */
function refuseUnstorable(query: Plain): void {
  const field = findNul(query);
  if (field !== null) throw new InvalidRequest([unstorable(field)]);
}

/** Without the fields that the shape, and the shapes inside it, ignore. */
function withoutIgnored(body: Plain, shape: object): Plain {
  const ignored = ignoredIn(shape);
  const nested = fieldsOf(shape).filter(({ property, kind }) => kind.shape && Object.hasOwn(body, property));
  if (ignored.length === 0 && nested.length === 0) return body;
  const kept = Object.entries(body).filter(([key]) => !ignored.includes(key));
  const inner = (part: unknown, { kind }: Field) => (isPlain(part) ? withoutIgnored(part, kind.shape!()) : part);
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const within = nested.find(({ property }) => property === key);
      if (!within) return [key, value];
      return [key, Array.isArray(value) ? value.map((part) => inner(part, within)) : inner(value, within)];
    }),
  );
}

function fromQuery(query: Plain, fields: Field[]): Plain {
  const read = { ...query };
  for (const { property, kind } of fields) {
    if (kind.fromQuery && Object.hasOwn(query, property))
      read[property] = kind.fromQuery(query[property] as string | string[]) ?? query[property];
  }
  return read;
}

/**
 * Unknown properties with a name that every object has (`__proto__`, `constructor`): class-transformer passes over them in
 * silence, so they would not be refused with the other unknown ones.
 */
function reservedIn(plain: Plain, shape: object, path = ''): Violation[] {
  const fields = fieldsOf(shape);
  const own = Object.keys(plain)
    .filter(
      (key) => key in Object.prototype && !fields.some(({ property }) => property === key) && !keepsUnknown(shape),
    )
    .map((key) => ({ field: path + key, message: `"${path}${key}" is not allowed` }));
  const nested = Object.entries(plain).flatMap(([key, value]) => {
    const kind = fields.find(({ property }) => property === key)?.kind;
    const field = path + key;
    if (kind?.shape) return partsOf(value).flatMap((part) => reservedIn(part, kind.shape!(), `${field}.`));
    if (!hidesConstructor(value)) return [];
    return [{ field, message: `"${field}" ${kind?.check(value) ?? 'must not have a property called "constructor"'}` }];
  });
  return [...own, ...nested];
}

/** class-transformer asks any object for its class by that name, and fails on another answer than a class. */
function hidesConstructor(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'constructor') || Object.values(value).some(hidesConstructor);
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = (value: unknown): Plain[] => [value].flat().filter(isPlain);

/** Parses what has another form inside, fills in defaults, and goes into nested shapes. */
function settle(instance: Plain, fields: Field[]): Plain {
  for (const { property, kind, default: fallback } of fields) {
    const value = instance[property];
    if (value === undefined && fallback !== undefined) instance[property] = structuredClone(fallback);
    else if (value === undefined) delete instance[property];
    else if (value !== null && kind.parse) instance[property] = kind.parse(value);
    else if (value !== null && kind.shape && typeof value === 'object') {
      const inner = fieldsOf(kind.shape());
      for (const part of kind.many ? (value as Plain[]) : [value as Plain]) settle(part, inner);
    }
  }
  return instance;
}

function violations(error: ValidationError, path = ''): Violation[] {
  const field =
    path === ''
      ? error.property
      : /^\d+$/.test(error.property)
        ? `${path}[${error.property}]`
        : `${path}.${error.property}`;
  // A list of the wrong things is one problem, not one for each of them in class-validator's words.
  const { nestedValidation: _, ...constraints } = error.constraints ?? {};
  const [text] = Object.values(constraints);
  if (!text && error.children?.length) return error.children.flatMap((child) => violations(child, field));
  const unknown = constraints['whitelistValidation'];
  if (unknown && error.target && keepsUnknown(error.target.constructor)) return [];
  const message = unknown ? 'is not allowed' : (text ?? 'is not valid');
  return [{ field, message: `"${field}" ${message}` }];
}
