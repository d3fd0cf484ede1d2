import { readApiConfig, type ApiConfig } from '#config';
import { createLogger, createOpenApiDocument, errorBody, PinoLogger, requestLog, serveOpenApi } from '#http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiModule } from './api.module.js';
import type { ApiExtension } from './extension.js';
import { VERSION } from './version.js';

/** The whole API on a migrated database, not yet listening. `main.ts`, `npm start` and the tests all use this. */
export async function createApi(
  config: ApiConfig,
  extensions: ApiExtension[] = [],
  logger = createLogger(config.logLevel),
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with(config, extensions), {
    bodyParser: false,
    logger: new PinoLogger(logger),
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(logger));
  serveOpenApi(app, createOpenApiDocument(app, VERSION));
  hardenServer(app.getHttpServer() as Server);
  return app;
}

/** The contract alone, without a database. */
export async function openApiDocument(extensions: ApiExtension[] = []): Promise<OpenAPIObject> {
  const config = readApiConfig({ DATABASE_URL: 'postgres://nowhere' });
  const modules = ApiModule.with(config, extensions, { background: false, connect: false });
  const app = await NestFactory.create(modules, { logger: false, abortOnError: false });
  return createOpenApiDocument(app, VERSION);
}

const CLIENT_ERRORS: Record<string, { statusCode: number; message: string }> = {
  HPE_HEADER_OVERFLOW: { statusCode: 431, message: 'The request headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { statusCode: 408, message: 'The request took too long to arrive' },
};

/** Requests that never become one (malformed, or headers too large) get the error shape too; slow ones end. */
function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const problem = CLIENT_ERRORS[error.code ?? ''] ?? { statusCode: 400, message: 'The request is not valid HTTP' };
    const body = JSON.stringify(errorBody(problem));
    socket.end(
      `HTTP/1.1 ${problem.statusCode} ${STATUS_CODES[problem.statusCode]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}
