import type { NextFunction, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Logger as Pino } from 'pino';
import type { PharosRequest } from './principal.js';
import { newTraceId, traceIdOf, withinRequest } from './trace-context.js';

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** What became of a request. */
export interface RequestEnd {
  /** The route's pattern, not the address: addresses hold ids and tokens. `unknown` where none matched. */
  route: string;
  /** Null when the caller hung up before the answer was complete. */
  status: number | null;
  /** Until the answer was handed over to the system, in seconds. */
  seconds: number;
}

/** Whoever counts requests. */
export interface RequestWatcher {
  began(): void;
  ended(end: RequestEnd, request: PharosRequest, response: Response): void;
}

/**
 * Gives each request an id (a well-formed one of the caller is kept) and a trace id (that of a valid `traceparent`), answers
 * the first, puts both into every log line of the request, and logs one line when it is done.
 */
export function requestLog(logger: Pino, watcher?: RequestWatcher) {
  const logs = logger.isLevelEnabled('info');
  return (request: PharosRequest, response: Response, next: NextFunction): void => {
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && ACCEPTABLE_ID.test(sent) ? sent : randomUUID();
    const context = { requestId, traceId: traceIdOf(request.headers['traceparent']) ?? newTraceId() };
    request.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    if (logs || watcher) {
      const startedAt = performance.now();
      watcher?.began();
      response.once('close', () => {
        const end = endOf(request, response, startedAt);
        watcher?.ended(end, request, response);
        if (logs) logger.info({ context: 'Requests', ...context, ...lineOf(end, request) }, 'request');
      });
    }
    withinRequest(context, next);
  };
}

function endOf(request: PharosRequest, response: Response, startedAt: number): RequestEnd {
  const path: unknown = (request.route as { path?: unknown } | undefined)?.path;
  return {
    route: typeof path === 'string' ? path : 'unknown',
    status: response.writableFinished ? response.statusCode : null,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

function lineOf({ route, status, seconds }: RequestEnd, { method, principal, location }: PharosRequest): object {
  return {
    method,
    route,
    status: status ?? 'cut off',
    ms: Math.round(seconds * 10_000) / 10,
    accountId: principal?.accountId ?? location?.accountId,
    keyId: principal?.keyId ?? location?.keyId,
  };
}
