import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DomainError, type DomainErrorKind } from '#domain';
import type { Response } from 'express';
import { STATUS_CODES } from 'node:http';
import { InvalidRequest } from './invalid-request.js';
import { RetryLater } from './retry-later.js';
import type { PharosRequest } from './principal.js';

const STATUS_OF: Record<DomainErrorKind, number> = { 'not-found': 404, conflict: 409, rule: 400 };
const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  422: 'UNPROCESSABLE',
  429: 'RATE_LIMITED',
  431: 'TOO_LARGE',
  503: 'UNAVAILABLE',
};

/** Where the contract's text differs from Node's (reference 1.2). */
const STATUS_TEXTS: Record<number, string> = { 408: 'Request Time-out' };

interface Problem {
  statusCode: number;
  message: string;
  attributes?: Record<string, unknown>;
}

/** Spec 7: every error leaves as {statusCode, error, message, attributes}. What is not expected is a 500 that shows nothing. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<PharosRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = problemOf(error);
    this.note(problem.statusCode, error, request.requestId);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (problem.statusCode === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    if (error instanceof RetryLater) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    if (problem.statusCode === 503) response.setHeader('Retry-After', '2');
    response.status(problem.statusCode).json(errorBody(problem, request.requestId));
  }

  /** A 503 is expected while the database is away or the API stops, and comes in thousands: one short line each. */
  private note(statusCode: number, error: unknown, requestId: string): void {
    if (statusCode >= 500 && statusCode !== 503) this.logger.error({ requestId, err: error }, 'request failed');
    if (statusCode !== 503) return;
    const { message, cause } = error as Error;
    this.logger.warn({ requestId, reason: cause instanceof Error ? cause.message : message }, 'not available');
  }
}

/** The body of an error, also for those answered before a request reaches Nest. */
export function errorBody({ statusCode, message, attributes }: Problem, requestId?: string): object {
  return {
    statusCode,
    error: STATUS_TEXTS[statusCode] ?? STATUS_CODES[statusCode] ?? 'Error',
    message,
    attributes: { code: CODES[statusCode] ?? 'INTERNAL', ...(requestId && { requestId }), ...attributes },
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof DomainError) {
    const attributes = error.field ? { violations: [{ field: error.field, message: error.message }] } : undefined;
    return { statusCode: STATUS_OF[error.kind], message: error.message, attributes };
  }
  if (error instanceof InvalidRequest) {
    return {
      statusCode: 400,
      message: error.message,
      attributes: { code: 'VALIDATION', violations: error.violations },
    };
  }
  if (error instanceof HttpException) return ofHttpException(error);
  return (
    ofBodyParser(error) ?? {
      statusCode: 500,
      message: 'Something went wrong on our side. The log has the details under this request id.',
    }
  );
}

function ofHttpException(error: HttpException): Problem {
  const statusCode = error.getStatus();
  if (statusCode === 404)
    return { statusCode, message: error.message.startsWith('Cannot ') ? 'Not Found' : error.message };
  if (statusCode === 401) return { statusCode, message: error.message, attributes: { error: error.message } };
  return { statusCode, message: error.message };
}

/** Errors of body-parser and of path decoding carry a status and a type. */
function ofBodyParser(error: unknown): Problem | null {
  const { status, type = '', message = '' } = (error ?? {}) as { status?: number; type?: string; message?: string };
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  const texts: Record<string, string> = {
    'entity.parse.failed': 'The body is not valid JSON',
    'entity.too.large': 'The body is too large',
    'encoding.unsupported': 'The content encoding is not supported: use identity, gzip, deflate or br',
    'charset.unsupported': 'The charset is not supported: use UTF-8',
    'entity.verify.failed': message,
    'request.aborted': 'The request was cut off',
    'request.size.invalid': 'The body has another length than Content-Length says',
  };
  const statusCode = type === 'entity.verify.failed' ? 400 : status;
  return { statusCode, message: texts[type] ?? 'The request cannot be read' };
}
