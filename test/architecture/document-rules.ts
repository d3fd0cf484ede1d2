import type { OpenAPIObject } from '@nestjs/swagger';
import { routesOf, type Route, type Schema } from '#testing';

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };
type Response = { description?: string; content?: Record<string, { schema?: Schema }> };

/** What a reader of the document would miss: every operation and every field is explained, with a value that works. */
export function documentationProblems(document: OpenAPIObject): string[] {
  const routes = routesOf(document);
  return [
    ...routes.flatMap((route) => operationProblems(route).map((problem) => `${route.method} ${route.path} ${problem}`)),
    ...duplicates(routes.map(({ operation }) => operation.operationId ?? '')).map(
      (id) => `operationId ${id} is not unique`,
    ),
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      fieldProblems(name, schema as Schema),
    ),
  ];
}

function operationProblems({ operation, parameters: inPath }: Route): string[] {
  const codes = Object.keys(operation.responses);
  const secured = (operation.security ?? []).length > 0;
  const body = operation.requestBody !== undefined;
  // Probes take nothing and are not limited.
  const isProbe = (operation.operationId ?? '').startsWith('Health_');
  const usual = isProbe ? [] : ['400', '429', '503'];
  const wanted = [...usual, ...(secured ? ['401', '403'] : []), ...(body ? ['413', '415'] : [])];
  const isPublic = operation.description?.includes('No key needed.') === true;
  return [
    ...(operation.summary ? [] : ['has no summary']),
    ...(operation.operationId ? [] : ['has no operationId']),
    ...(operation.tags?.length ? [] : ['has no tag']),
    ...(secured === isPublic ? ['is neither secured nor public, or both'] : []),
    ...(codes.some((code) => code.startsWith('2')) ? [] : ['documents no success']),
    ...(inPath.length > 0 && !codes.includes('404') ? ['has a path parameter and no 404'] : []),
    ...wanted.filter((code) => !codes.includes(code)).map((code) => `does not document ${code}`),
    ...(operation.parameters ?? []).flatMap((parameter) => parameterProblems(parameter as Parameter)),
  ];
}

/** Optional parameters may do without an example: "Try it out" would fill it in and narrow the query. */
function parameterProblems({ name, required, description, schema = {} }: Parameter): string[] {
  return [
    ...(description ? [] : [`parameter ${name} has no description`]),
    ...(required && schema['example'] === undefined ? [`parameter ${name} has no example`] : []),
  ];
}

/** A field has a description, and an example unless it is a shape of its own. */
function fieldProblems(name: string, schema: Schema): string[] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).flatMap(([property, field]) => {
    const nested = '$ref' in field || 'allOf' in field || '$ref' in ((field['items'] as Schema | undefined) ?? {});
    return [
      ...(field['description'] ? [] : [`${name}.${property} has no description`]),
      ...(nested || field['example'] !== undefined ? [] : [`${name}.${property} has no example`]),
    ];
  });
}

/** What would make it no OpenAPI 3.0 document, as far as ours can go wrong. */
export function structureProblems(document: OpenAPIObject): string[] {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  return [
    ...(/^3\.0\.\d$/.test(document.openapi) ? [] : [`openapi is "${document.openapi}"`]),
    ...(document.info?.title && document.info.version ? [] : ['info needs title and version']),
    ...danglingReferences(document),
    ...routesOf(document).flatMap((route) =>
      routeProblems(route, schemes).map((problem) => `${route.method} ${route.path} ${problem}`),
    ),
  ];
}

function routeProblems({ path, operation, parameters: inPath }: Route, schemes: string[]): string[] {
  const parameters = (operation.parameters ?? []) as Parameter[];
  const declared = parameters.filter((parameter) => parameter.in === 'path');
  const used = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  return [
    ...(path.startsWith('/') ? [] : ['does not start with /']),
    ...inPath
      .filter((name) => !declared.some((parameter) => parameter.name === name && parameter.required))
      .map((name) => `does not declare {${name}}`),
    ...declared
      .filter(({ name }) => !inPath.includes(name))
      .map(({ name }) => `declares {${name}}, which is not in the path`),
    ...duplicates(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).map(
      (name) => `declares ${name} twice`,
    ),
    ...parameters.filter(({ schema }) => !isSchema(schema)).map(({ name }) => `parameter ${name} has no schema`),
    ...used.filter((scheme) => !schemes.includes(scheme)).map((scheme) => `uses the unknown scheme ${scheme}`),
    ...Object.entries(operation.responses as Record<string, Response>).flatMap(
      ([code, { description, content = {} }]) => [
        ...(/^[1-5]\d\d$/.test(code) && description ? [] : [`response ${code} has no description`]),
        ...Object.values(content)
          .filter(({ schema }) => !isSchema(schema))
          .map(() => `response ${code} has no schema`),
      ],
    ),
  ];
}

const isSchema = (schema: Schema | undefined) =>
  schema !== undefined && ['type', '$ref', 'allOf', 'oneOf', 'anyOf'].some((key) => key in schema);

function danglingReferences(document: OpenAPIObject): string[] {
  const used = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
  const known = new Set(Object.keys(document.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`));
  return [...new Set(used)]
    .filter((reference) => !known.has(reference))
    .map((reference) => `${reference} does not exist`);
}

const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);
