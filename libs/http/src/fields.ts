import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { SchemaObject } from './open-api-types.js';
import { Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import 'reflect-metadata';
import type { FieldKind } from './field-kinds.js';

/** What is said of a field beside its kind: once, for validation and for OpenAPI. */
export interface FieldOptions {
  description: string;
  /** Taken by Swagger UI's "Try it out", so it must be a value that works. */
  example?: unknown;
  /** May be absent; implied by `default`. */
  optional?: boolean;
  /** `null` is a value of its own, apart from absent. */
  nullable?: boolean;
  /** Applied when absent, on create only (decision 6). */
  default?: unknown;
}

export interface Field extends FieldOptions {
  property: string;
  kind: FieldKind;
}

const FIELDS = Symbol('pharos:fields');

/** Every field of a class, inherited ones first. */
export function fieldsOf(shape: object): Field[] {
  return (Reflect.getMetadata(FIELDS, shape) as Field[] | undefined) ?? [];
}

/** Declares a field: remembered for derived shapes, checked by class-validator, documented for OpenAPI. */
export function field(kind: FieldKind, options: FieldOptions): PropertyDecorator {
  return (prototype, property) => apply(prototype, { ...options, property: String(property), kind });
}

export function apply(prototype: object, declared: Field): void {
  const shape = prototype.constructor;
  const others = fieldsOf(shape).filter((other) => other.property !== declared.property);
  Reflect.defineMetadata(FIELDS, [...others, declared], shape);
  document(prototype, declared);
  validate(prototype, declared);
}

export const isOptional = ({ optional, default: fallback }: FieldOptions): boolean =>
  optional === true || fallback !== undefined;

function validate(prototype: object, declared: Field): void {
  const { property, kind, nullable } = declared;
  const needsNoCheck = (value: unknown) =>
    (value === undefined && isOptional(declared)) ||
    (value === null && nullable === true) ||
    kind.literals?.includes(value as string) === true;
  ValidateIf((_shape, value) => !needsNoCheck(value))(prototype, property);
  const problem = (value: unknown) => (value === undefined ? 'is required' : kind.check(value));
  ValidateBy({
    name: kind.name,
    validator: {
      validate: (value: unknown) => problem(value) === null,
      defaultMessage: (about) => problem(about?.value) ?? 'is not valid',
    },
  })(prototype, property);
  if (kind.shape === undefined) return;
  ValidateNested({ each: kind.many === true })(prototype, property);
  Type(kind.shape)(prototype, property);
}

function document(prototype: object, declared: Field): void {
  const { kind, description, example, nullable } = declared;
  const common = {
    description,
    required: !isOptional(declared),
    ...(nullable ? { nullable } : {}),
    ...(example === undefined ? {} : { example }),
    ...(declared.default === undefined || declared.default === null ? {} : { default: declared.default }),
  };
  const { shape, literals } = kind;
  if (shape && literals) {
    ApiExtraModels(shape())(prototype.constructor);
    const oneOf = [{ $ref: getSchemaPath(shape()) }, { type: 'string', enum: [...literals] }];
    // Of all types, Swagger leaves out only this one beside alternatives.
    ApiProperty({ type: Array, oneOf, ...common } as Parameters<typeof ApiProperty>[0])(prototype, declared.property);
    return;
  }
  // Swagger asks a function for the class only if the function's name is "type".
  const type = () => shape!();
  const schema = shape ? { type, isArray: kind.many ?? false, ...kind.schema } : (kind.schema as SchemaObject);
  ApiProperty({ ...schema, ...common } as Parameters<typeof ApiProperty>[0])(prototype, declared.property);
}
