import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './open-api-tags.js';

/** Less empty space before the first operation; deprecated ones are pale only until they are opened. */
const CSS = `
  .swagger-ui .topbar { display: none }
  .swagger-ui .info { margin: 24px 0 }
  .swagger-ui .scheme-container { margin: 0; padding: 12px 0; box-shadow: none; background: none }
  .swagger-ui .opblock.opblock-deprecated:has(.opblock-body) { opacity: 1 }`;

/** Values of path parameters by name, which "Try it out" starts with instead of the document's own examples. */
export type PathExamples = Readonly<Record<string, string>>;

/**
 * Swagger UI at /docs, the document at /openapi.json; it is made when somebody first asks for one of them, as that takes
 * a good part of a start. `examples` is asked at every request for one of them, without a key:
 * it must be cheap, and answer nothing that is not for everybody.
 */
export function serveOpenApi(
  app: INestApplication,
  document: () => OpenAPIObject,
  examples: () => Promise<PathExamples> = async () => ({}),
): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Pharos API',
    customCss: CSS,
    patchDocumentOnRequest: async (_request, _response, made) => withExamples(made, await examples()),
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      showCommonExtensions: true,
      defaultModelExpandDepth: 3,
      defaultModelsExpandDepth: 0,
      filter: true,
      // Otherwise the address of the document is sent to a public validator.
      validatorUrl: 'none',
      plugins: [authorizeOnce],
    },
  });
}

/** Times that a query needs: without them "Try it out" would ask for a time long ago. */
const lastHour = (now: number): PathExamples => ({
  from: new Date(now - 3_600_000).toISOString(),
  to: new Date(now).toISOString(),
});

/** A copy of the document with these examples, and the last hour for required times; what does not change is the same object. */
export function withExamples(document: OpenAPIObject, examples: PathExamples): OpenAPIObject {
  if (Object.keys(examples).length === 0) return document;
  const times = lastHour(Date.now());
  const paths = structuredClone(document.paths);
  for (const operation of Object.values(paths).flatMap(operationsOf)) {
    for (const parameter of operation.parameters ?? []) {
      if ('$ref' in parameter || !parameter.required || !parameter.schema || '$ref' in parameter.schema) continue;
      const fresh = parameter.in === 'path' ? examples : parameter.schema.format === 'date-time' ? times : {};
      parameter.schema.example = fresh[parameter.name] ?? parameter.schema.example;
    }
  }
  return { ...document, paths };
}

/** As much of Immutable's collections as is used here; Swagger UI brings them. */
interface Schemes {
  has(name: string): boolean;
  merge(other: Schemes): Schemes;
}
interface SchemeList {
  filter(choose: (schemes: Schemes) => boolean): SchemeList;
  reduce(join: (one: Schemes, other: Schemes) => Schemes): Schemes;
  clear(): SchemeList;
  push(last: Schemes): SchemeList;
}

/**
 * A plugin of Swagger UI, sent to the browser as text, so it uses nothing from outside. The dialog behind "Authorize" has a
 * form with a button for each security scheme: here one form for the two that people need, the key and the account. That of
 * agents stays at the locks of their operations.
 */
function authorizeOnce() {
  const definitionsToAuthorize =
    (original: (...args: unknown[]) => SchemeList) =>
    (...args: unknown[]) => {
      const all = original(...args);
      const forPeople = all.filter((schemes) => schemes.has('apiKey') || schemes.has('account'));
      return all.clear().push(forPeople.reduce((one, other) => one.merge(other)));
    };
  return { statePlugins: { auth: { wrapSelectors: { definitionsToAuthorize } } } };
}
