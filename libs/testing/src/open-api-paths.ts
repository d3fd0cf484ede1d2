import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
export type Schema = Record<string, unknown>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** One operation of the document with the route it belongs to. */
export interface Route {
  /** Upper-case. */
  method: string;
  /** With its parameters in braces: `/v1/variables/{key}`. */
  path: string;
  operation: Operation;
  /** Names of the path parameters, in order. */
  parameters: string[];
}

export function routesOf(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      return operation ? [{ method: method.toUpperCase(), path, operation, parameters }] : [];
    }),
  );
}

/** Finds the route of a request as Express does it: a literal path wins over one with parameters. */
export function routeFinder(routes: Route[]): (method: string, pathname: string) => Route | undefined {
  const matchers = routes
    .map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i') }))
    .toSorted((one, other) => one.route.parameters.length - other.route.parameters.length);
  return (method, pathname) =>
    matchers.find(({ route, pattern }) => route.method === method && pattern.test(pathname))?.route;
}

/** The schema that a `#/components/schemas/...` reference names, the first of several; others are returned as they are. */
export function resolved(document: OpenAPIObject, schema: Schema): Schema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1)! : null;
  if (name !== null) return resolved(document, (document.components?.schemas?.[name] ?? {}) as Schema);
  const [first] = (schema['oneOf'] ?? schema['anyOf'] ?? []) as Schema[];
  if (first) return resolved(document, first);
  const [only, ...others] = (schema['allOf'] as Schema[] | undefined) ?? [];
  return only && others.length === 0 ? { ...schema, allOf: undefined, ...resolved(document, only) } : schema;
}
