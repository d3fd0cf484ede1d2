import { readApiConfig, type ApiConfig } from '#config';
import {
  createLogger,
  createOpenApiDocument,
  JsonAdapter,
  limitServer,
  PinoLogger,
  requestLog,
  serveOpenApi,
} from '#http';
import { Database } from '#persistence';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Server } from 'node:http';
import { ApiModule } from './api.module.js';
import type { ApiExtension } from './extension.js';
import { HttpMetrics } from './metrics/index.js';
import { freshExamples } from './provisioning/index.js';
import { VERSION } from './version.js';

/** The whole API on a migrated database, not yet listening. `main.ts`, `npm start` and the tests all use this. */
export async function createApi(
  config: ApiConfig,
  extensions: ApiExtension[] = [],
  logger = createLogger(config.logLevel),
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with(config, extensions), new JsonAdapter(), {
    bodyParser: false,
    logger: new PinoLogger(logger),
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(logger, config.metrics ? app.get(HttpMetrics) : undefined));
  serveOpenApi(app, () => createOpenApiDocument(app, VERSION), freshExamples(app.get(Database)));
  limitServer(app.getHttpServer() as Server);
  return app;
}

/** The contract alone, without a database. */
export async function openApiDocument(extensions: ApiExtension[] = []): Promise<OpenAPIObject> {
  const config = readApiConfig({ DATABASE_URL: 'postgres://nowhere' });
  const modules = ApiModule.with(config, extensions, { background: false, connect: false });
  const app = await NestFactory.create(modules, { logger: false, abortOnError: false });
  return createOpenApiDocument(app, VERSION);
}
