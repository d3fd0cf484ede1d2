import { Controller, Get } from '@nestjs/common';
import { Endpoint } from '#http';
import { routesOf, startApi, type TestApi } from '#testing';
import { expressRoutes, handlerProblems, handlersOf } from './routes.js';

/** What may be called as often as one likes: probes of orchestrators, metrics that are made once a second. And what anybody may call. */
// Heartbeat pings are limited per check, once their token has been found (decision 11).
const PINGS = ['PingController.get', 'PingController.post'];
const UNLIMITED = ['HealthController.readiness', 'HealthController.liveness', 'MetricsController.read', ...PINGS];
const CATALOGUE = ['LocationsController.list', 'RuntimesController.list', 'RuntimesController.get'];
const TRIGGERS = ['LegacyTriggersController.runCheck', 'LegacyTriggersController.runGroup'];
const OPEN = [...UNLIMITED, ...CATALOGUE, ...TRIGGERS];

/** Served beside the controllers: Swagger UI and the document. */
const BESIDE = /^GET \/(docs|docs\/.*|docs-json|docs-yaml|openapi\.json|swagger-ui-init\.js)$/;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

describe('routes', () => {
  it('say who may call them and how often', () => {
    const handlers = handlersOf(api.app);
    expect(handlerProblems(handlers, OPEN, UNLIMITED)).toEqual([]);
    expect(handlers.length).toBeGreaterThanOrEqual(routesOf(api.document).length);
    expect(OPEN.filter((name) => !handlers.some((handler) => handler.name === name))).toEqual([]);
  });

  it('are all in the document', () => {
    const documented = new Set(routesOf(api.document).map(({ method, path }) => `${method} ${path}`));
    const served = expressRoutes(api.app);
    expect(served.filter((route) => !documented.has(route) && !BESIDE.test(route))).toEqual([]);
    expect([...documented].filter((route) => !served.includes(route))).toEqual([]);
  });

  it('refuse whoever has no key', async () => {
    const secured = routesOf(api.document).filter(({ operation }) => operation.security?.length);
    expect(secured.length).toBeGreaterThan(10);
    for (const { method, path } of secured) {
      const { status, body } = await api.anonymous.send(method, path.replaceAll(/[{}]/g, ''));
      expect([`${method} ${path}`, status, body]).toMatchObject([
        `${method} ${path}`,
        401,
        { message: 'Missing authentication' },
      ]);
    }
  });

  it('refuse a key of the other kind', async () => {
    const { apiKey } = await api.account();
    for (const { method, path, operation } of routesOf(api.document)) {
      const forAgents = operation.security?.some((requirement) => 'locationKey' in requirement);
      if (!operation.security?.length) continue;
      const key = forAgents ? apiKey : `pl_${'0'.repeat(32)}`;
      const { status } = await api.anonymous.as(key).send(method, path.replaceAll(/[{}]/g, ''));
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 401]);
    }
  });
});

describe('a route', () => {
  @Controller('planted')
  class PlantedController {
    @Get('bare') bare() {}
    @Get('open') @Endpoint({ summary: 'x', role: 'PUBLIC' }) open() {}
    @Get('unlimited')
    @Endpoint({
      summary: 'x',
      role: 'ADMIN',
      rateLimit: { name: 'none', requests: Number.POSITIVE_INFINITY, seconds: 1 },
    })
    unlimited() {}
    @Get('fine') @Endpoint({ summary: 'x', role: 'ADMIN' }) fine() {}
  }

  it('is refused without @Endpoint, when it is open by accident, and without a limit', async () => {
    class PlantedModule {}
    const module = { module: PlantedModule, controllers: [PlantedController] };
    const planted = await startApi({ extensions: [{ name: 'planted', module }] });
    try {
      expect(handlerProblems(handlersOf(planted.app), OPEN, UNLIMITED)).toEqual([
        'PlantedController.bare has no @Endpoint',
        'PlantedController.open is PUBLIC',
        'PlantedController.unlimited has no rate limit',
      ]);
      // Guarded all the same: the safe side is the default.
      expect((await planted.anonymous.get('/planted/bare').catch(String)).toString()).toContain('401');
    } finally {
      await planted.close();
    }
  });
});
