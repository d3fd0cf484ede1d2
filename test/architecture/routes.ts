import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ENDPOINT, type EndpointOptions } from '#http';

/** A route as Nest has it: a method of a controller. */
export interface Handler {
  name: string;
  endpoint: EndpointOptions | undefined;
}

interface ControllerInstance {
  metatype: { name: string; prototype: object } | null;
}

/** Every method of a controller that Nest routes to, whether or not it says what it is. */
export function handlersOf(app: NestExpressApplication): Handler[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...(module.controllers.values() as Iterable<ControllerInstance>),
  ]);
  return controllers.flatMap(({ metatype }) => (metatype ? methodsOf(metatype) : []));
}

function methodsOf({ name, prototype }: { name: string; prototype: object }): Handler[] {
  const found: Handler[] = [];
  for (let at = prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value !== 'function' || !Reflect.hasMetadata('path', value as object) || method === 'constructor')
        continue;
      found.push({
        name: `${name}.${method}`,
        endpoint: Reflect.getMetadata(ENDPOINT, value as object) as EndpointOptions | undefined,
      });
    }
  }
  return found;
}

interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
}

/** What Express itself routes, as `GET /v1/variables/{key}`; more than Nest's controllers when somebody goes around them. */
export function expressRoutes(app: NestExpressApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    route
      ? [route.path]
          .flat()
          .flatMap((path) =>
            Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
          )
      : [],
  );
}

/**
 * Design 7: who may call a route and how often is said on the route. `open` are those that are public on purpose, `unlimited`
 * those without a limit; what agents call has limits of its own (decision 11).
 */
export function handlerProblems(handlers: Handler[], open: string[], unlimited: string[]): string[] {
  return handlers.flatMap(({ name, endpoint }) => {
    if (!endpoint) return [`${name} has no @Endpoint`];
    const isUnlimited = endpoint.rateLimit?.requests === Number.POSITIVE_INFINITY;
    const mayBe = endpoint.role === 'AGENT' || unlimited.includes(name);
    return [
      ...((endpoint.role === 'PUBLIC') === open.includes(name) ? [] : [`${name} is ${endpoint.role}`]),
      ...(isUnlimited && !mayBe ? [`${name} has no rate limit`] : []),
    ];
  });
}
