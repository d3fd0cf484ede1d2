import type { Type } from '@nestjs/common';
import { defaultMetadataStorage as transformer } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import { fieldsOf, isOptional, type Field } from './fields.js';

type Plain = Record<string, unknown>;

/** What class-validator knows of a field of ours: its condition and its check (see `field`). */
const RULES_PER_FIELD = 2;

const flat = new WeakMap<Type, ReadonlyMap<string, Field> | null>();

/**
 * The short way for valid requests of flat shapes, most of all queries: the checks of the fields themselves, without the
 * machinery around them. Null means no more than "take the long way": something is
 * wrong, or somebody has told class-validator or class-transformer more about the shape than its fields say.
 */
export function acceptFlat(shape: Type, plain: Plain): Plain | null {
  let fields = flat.get(shape);
  if (fields === undefined) flat.set(shape, (fields = flatFields(shape)));
  if (fields === null) return null;
  for (const key in plain) if (!fields.has(key)) return null;
  const instance = new shape() as Plain;
  for (const [property, field] of fields) {
    const value = Object.hasOwn(plain, property) ? plain[property] : undefined;
    if (!isAccepted(field, value)) return null;
    instance[property] = value;
  }
  return instance;
}

function isAccepted(field: Field, value: unknown): boolean {
  if (value === undefined) return isOptional(field);
  return (value === null && field.nullable === true) || field.kind.check(value) === null;
}

function flatFields(shape: Type): ReadonlyMap<string, Field> | null {
  const fields = fieldsOf(shape);
  const isPlain = fields.every(({ kind }) => kind.shape === undefined && kind.name !== 'object');
  const known = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  if (!isPlain || known.length !== fields.length * RULES_PER_FIELD || !isCopied(shape, fields)) return null;
  return new Map(fields.map((field) => [field.property, field]));
}

/** Whether class-transformer does nothing but copy. It has no public way to ask what it was told. */
function isCopied(shape: Type, fields: Field[]): boolean {
  const isTold = (property: string) =>
    transformer.findTypeMetadata(shape, property) !== undefined ||
    transformer.findExposeMetadata(shape, property) !== undefined ||
    transformer.findExcludeMetadata(shape, property) !== undefined ||
    transformer.findTransformMetadatas(shape, property, 0).length > 0;
  return transformer.getStrategy(shape) === 'none' && !fields.some(({ property }) => isTold(property));
}
