import type { INestApplication } from '@nestjs/common';
import { openShapes } from './shapes.js';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

type OperationObject = NonNullable<OpenAPIObject['paths'][string]['post']>;

const DESCRIPTION = `Manage a synthetic-monitoring account: checks, results, statuses, analytics and everything around them.

Press **Authorize** once, enter your API key and your account id, and every "Try it out" works with the examples as they are.`;

/** The contract, made from the decorators. Needs no database. */
export function createOpenApiDocument(app: INestApplication, version: string): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('Pharos')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'API key', description: 'An API key: sv_... or cu_...' },
      'apiKey',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-service-account', description: 'The account id' }, 'account')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'Location key',
        description: 'For agents: the key of a private location, pl_...',
      },
      'locationKey',
    )
    .build();
  const document = SwaggerModule.createDocument(app, options, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (openShapes.has(name) && !('$ref' in schema)) schema.additionalProperties = true;
  }
  for (const { post, put, patch } of Object.values(document.paths)) [post, put, patch].forEach(documentBodyErrors);
  return document;
}

/** What can be wrong with a body before its fields are looked at; `@Endpoint` cannot see whether its method takes one. */
function documentBodyErrors(operation: OperationObject | undefined): void {
  if (!operation?.requestBody) return;
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorView' } } };
  operation.responses['413'] ??= { description: 'The body is too large', content };
  operation.responses['415'] ??= { description: 'The body is not application/json', content };
}

/** Swagger UI at /docs, the document at /openapi.json. */
export function serveOpenApi(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Pharos API',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      tagsSorter: 'alpha',
    },
  });
}
