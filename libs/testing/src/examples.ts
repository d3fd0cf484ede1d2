import type { OpenAPIObject } from '@nestjs/swagger';
import { resolved, type Operation, type Schema } from './open-api-paths.js';

/** The schema of a JSON body, references followed; null when the operation takes none. */
export function bodySchema(document: OpenAPIObject, operation: Operation): Schema | null {
  const content = (operation.requestBody as { content?: Record<string, { schema?: Schema }> } | undefined)?.content;
  const schema = content?.['application/json']?.schema;
  return schema ? resolved(document, schema) : null;
}

/** The body that Swagger UI would send: every field with its example, nested shapes put together of theirs. */
export function exampleBody(document: OpenAPIObject, operation: Operation): Record<string, unknown> | undefined {
  const schema = bodySchema(document, operation);
  return schema === null ? undefined : (exampleOf(document, schema) as Record<string, unknown>);
}

/** Undefined when there is no example: such fields are left out. */
export function exampleOf(document: OpenAPIObject, given: Schema): unknown {
  if (given['example'] !== undefined) return given['example'];
  const schema = resolved(document, given);
  if (schema['properties'] === undefined) return schema['example'] ?? schema['default'];
  const fields = Object.entries(schema['properties'] as Record<string, Schema>).map(
    ([name, field]) => [name, exampleOf(document, field)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
