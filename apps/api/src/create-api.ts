import type { ApiConfig } from '#config';
import { createLogger, createOpenApiDocument, errorBody, PinoLogger, requestLog, serveOpenApi } from '#http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiModule } from './api.module.js';
import type { ApiExtension } from './extension.js';
import { VERSION } from './version.js';

/** The whole API on a migrated database, not yet listening. `main.ts`, `npm start` and the tests all use this. */
export async function createApi(config: ApiConfig, extensions: ApiExtension[] = []): Promise<NestExpressApplication> {
  const logger = createLogger(config.logLevel);
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

/** Requests that never become one (malformed, or headers too large) get the error shape too; slow ones end. */
function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const [statusCode, message] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'The request headers are too large']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? [408, 'The request took too long to arrive']
          : [400, 'The request is not valid HTTP'];
    const body = JSON.stringify(errorBody({ statusCode: Number(statusCode), message: String(message) }));
    socket.end(
      `HTTP/1.1 ${statusCode} Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}
