import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

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
    .build();
  return SwaggerModule.createDocument(app, options, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
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
