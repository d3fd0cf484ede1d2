import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { arrange, operationsOf } from './open-api-tags.js';
import { controllerOf, deprecatedControllers } from './endpoint.js';
import { documentUnions } from './shape-union.js';
import { openShapes } from './shapes.js';

type OperationObject = NonNullable<OpenAPIObject['paths'][string]['post']>;

const DESCRIPTION = `Manage a synthetic-monitoring account: checks, results, statuses, analytics and everything around them.

**First steps**

1. Press **Authorize**, enter the API key and the account id that the start printed, and press the green button once. The browser keeps them.
2. Open an operation and press **Execute**: the examples work as they are. \`GET /v1/check-results/{checkId}\` shows what the example check found.
3. \`POST /v1/checks/url\` makes a check of your own; it runs at once. Its answer has the \`id\` that results, status and analytics ask for.

Every error is \`{ statusCode, error, message, attributes }\`; \`attributes.violations\` names each field that is wrong. Times are ISO 8601 in UTC; unix seconds and milliseconds are understood too.
Lists answer a page at a time: \`Content-Range\` says which, \`Link\` where the next one is. \`Retry-After\` says when to go on after 429 and 503.`;

/** The contract, made from the decorators. Needs no database. */
export function createOpenApiDocument(app: INestApplication, version: string): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('Pharos')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'API key', description: 'The API key: sv_... or cu_...' },
      'apiKey',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'x-service-account',
        description: 'The account id. A service key (sv_...) belongs to one account and does without.',
      },
      'account',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'Location key',
        description: 'For agents only: the key of a private location, pl_...',
      },
      'locationKey',
    )
    .build();
  const document = SwaggerModule.createDocument(app, options, {
    operationIdFactory: (controller, method) => `${controllerOf(controller)}_${method}`,
  });
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (openShapes.has(name) && !('$ref' in schema)) schema.additionalProperties = true;
  }
  documentUnions(document);
  const operations = Object.values(document.paths).flatMap(operationsOf);
  operations.forEach(documentBodyErrors);
  operations.forEach(documentTimes);
  for (const { requestBody } of operations) documentNeed(document, requestBody);
  for (const operation of operations) {
    if (deprecatedControllers.has(operation.operationId!.split('_')[0]!)) operation.deprecated = true;
  }
  arrange(document);
  return document;
}

/**
 * Spec 4.2 and 4.6, reference 1.4: times in a query may be unix timestamps. Of required ones only the description says so:
 * Swagger UI takes a parameter that may be of several types for missing.
 */
function documentTimes({ parameters = [] }: OperationObject): void {
  for (const parameter of parameters) {
    if ('$ref' in parameter || parameter.in !== 'query' || !parameter.schema || '$ref' in parameter.schema) continue;
    if (parameter.schema.format !== 'date-time') continue;
    parameter.description += ' (ISO 8601, or unix seconds or milliseconds)';
    if (!parameter.required) parameter.schema = { oneOf: [parameter.schema, { type: 'number' }] };
  }
}

/** A body of which nothing is required may be absent. */
function documentNeed({ components }: OpenAPIObject, body: OperationObject['requestBody']): void {
  if (!body || !('content' in body)) return;
  const schema = body.content['application/json']?.schema;
  if (!schema || !('$ref' in schema)) return;
  const named = components?.schemas?.[schema.$ref.split('/').at(-1)!];
  if (named && 'type' in named && !named.required?.length) body.required = false;
}

/** What can be wrong with a body before its fields are looked at; `@Endpoint` cannot see whether its method takes one. */
function documentBodyErrors(operation: OperationObject): void {
  if (!operation.requestBody) return;
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorView' } } };
  operation.responses['413'] ??= { description: 'The body is too large', content };
  operation.responses['415'] ??= { description: 'The body is not application/json', content };
}
