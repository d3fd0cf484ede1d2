import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type SchemaObject = Exclude<Schemas[string], { $ref: string }>;
