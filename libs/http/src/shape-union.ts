import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';

type Reference = { $ref: string };

/** Several shapes that one field tells apart, e.g. the types of checks; documented under a name of its own. */
export class ShapeUnion {
  /** `field` is in every shape; its values are the keys of `shapes`. Without `exclusive` a body may fit several, as an update does. */
  constructor(
    readonly name: string,
    readonly field: string,
    readonly shapes: Record<string, Type>,
    readonly exclusive = true,
  ) {
    unions.add(this);
  }

  /** A further shape, before the document is made; its own routes document it. */
  add(value: string, shape: Type): void {
    this.shapes[value] = shape;
  }

  get reference(): Reference {
    return { $ref: getSchemaPath(this.name) };
  }

  get models(): MethodDecorator {
    return ApiExtraModels(...Object.values(this.shapes));
  }
}

const unions = new Set<ShapeUnion>();

/** Documents a body that is validated once its type is known (`validated`). */
export const UnionBody = (union: ShapeUnion): MethodDecorator =>
  applyDecorators(union.models, ApiBody({ schema: union.reference }));

/** Adds the unions that the document refers to: Nest has no way to name one. */
export function documentUnions(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { name, field, shapes, exclusive } of unions) {
    const documented = Object.entries(shapes).filter(([, shape]) => shape.name in schemas);
    const references = documented.map(([value, { name: shape }]) => [value, getSchemaPath(shape)] as const);
    if (references.length === 0) continue;
    schemas[name] = {
      [exclusive ? 'oneOf' : 'anyOf']: references.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: field, mapping: Object.fromEntries(references) },
    };
  }
}
