import type { Type } from '@nestjs/common';
import { apply, fieldsOf, type Field } from './fields.js';

/**
 * Shapes made from one declaration of a noun's fields, so that a bound is written once:
 * the create request is the declaration itself (or `CreateOf` several), `UpdateOf` makes every field optional, `ViewOf` is what is answered.
 */

const IGNORED = Symbol('pharos:ignored');

/** Fields of the noun's own view that a request may carry and that are ignored, so that what was read can be sent back (decision 5). */
export function Ignores(...shapes: Type[]): ClassDecorator {
  return (target) =>
    Reflect.defineMetadata(
      IGNORED,
      shapes.flatMap((shape) => fieldsOf(shape).map(({ property }) => property)),
      target,
    );
}

const OPEN = Symbol('pharos:open');

/** Names of the shapes that keep keys they do not know; the OpenAPI document says so. */
export const openShapes = new Set<string>();

/** For nested shapes to which clients add keys of their own: those are kept and given back (decision 5). */
export function KeepsUnknown(): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(OPEN, true, target);
    openShapes.add(target.name);
  };
}

export const keepsUnknown = (shape: object): boolean => Reflect.getMetadata(OPEN, shape) === true;

export function ignoredIn(shape: object): string[] {
  return (Reflect.getMetadata(IGNORED, shape) as string[] | undefined) ?? [];
}

/** The fields of several shapes in one request, with their defaults. */
export function CreateOf<A extends object, B extends object>(a: Type<A>, b: Type<B>): Type<A & B> {
  return derive([a, b], (declared) => declared) as Type<A & B>;
}

/** All fields optional and without defaults: absent means unchanged (decision 6). Fields in `required` stay required. */
export function UpdateOf<T extends object>(fields: Type<T>, required: (keyof T)[] = []): Type<Partial<T>> {
  return derive([fields], ({ default: _, ...declared }) => ({
    ...declared,
    optional: !required.includes(declared.property as keyof T),
  })) as Type<Partial<T>>;
}

/** The fields of a shape but for some. */
export function Without<T extends object, K extends keyof T>(fields: Type<T>, names: K[]): Type<Omit<T, K>> {
  return derive([fields], (declared) => (names.includes(declared.property as K) ? null : declared)) as Type<Omit<T, K>>;
}

/** All fields of the shapes, always present, but for those in `absent` (fields that are left out when never set: decision 4). */
export function ViewOf<A extends object, B extends object = object>(
  a: Type<A>,
  b?: Type<B>,
  absent: (keyof (A & B))[] = [],
): Type<A & B> {
  return derive(b ? [a, b] : [a], ({ default: _, ...declared }) => ({
    ...declared,
    optional: absent.includes(declared.property as keyof (A & B)),
  })) as Type<A & B>;
}

function derive(shapes: Type[], change: (field: Field) => Field | null): Type {
  class Derived {}
  for (const declared of shapes.flatMap(fieldsOf)) {
    const derived = change(declared);
    if (derived) apply(Derived.prototype, derived);
  }
  return Derived;
}
