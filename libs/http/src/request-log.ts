import type { NextFunction, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Logger as Pino } from 'pino';
import type { PharosRequest } from './principal.js';

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request an id (a well-formed one of the caller is kept), answers it, and logs one line when it is done. */
export function requestLog(logger: Pino) {
  return (request: PharosRequest, response: Response, next: NextFunction): void => {
    const sent = request.headers['x-request-id'];
    request.requestId = typeof sent === 'string' && ACCEPTABLE_ID.test(sent) ? sent : randomUUID();
    response.setHeader('X-Request-Id', request.requestId);
    if (logger.isLevelEnabled('info')) logWhenDone(logger, request, response);
    next();
  };
}

function logWhenDone(logger: Pino, request: PharosRequest, response: Response): void {
  const startedAt = performance.now();
  response.once('close', () => {
    logger.info(
      {
        requestId: request.requestId,
        method: request.method,
        // The route's pattern, not the address: addresses may hold tokens.
        route: (request.route as { path?: string } | undefined)?.path ?? 'unknown',
        status: response.writableFinished ? response.statusCode : 'cut off',
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        accountId: request.principal?.accountId,
        keyId: request.principal?.keyId,
      },
      'request',
    );
  });
}
