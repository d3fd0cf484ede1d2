import type { LoggerService } from '@nestjs/common';
import type { LogLevel } from '#config';
import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { currentRequest } from './trace-context.js';

const PINO_LEVELS: Record<LogLevel, string> = {
  DEBUG: 'debug',
  LOG: 'info',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};
const NOTHING = {};

/** A second wall: nothing that is logged should hold these, and if it does they do not get out. */
const SECRETS = ['authorization', 'cookie', 'apiKey', 'rawKey', 'value', 'token', 'password'];

/**
 * One JSON object per line, on standard output where nothing else is said: level, time, context, msg, and while a request
 * is handled its requestId and traceId. The agent's lines have the same shape.
 */
export function createLogger(level: LogLevel, to?: DestinationStream): Pino {
  const options = {
    level: PINO_LEVELS[level],
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
    mixin: () => currentRequest() ?? NOTHING,
    // Not pino's own, which writes into what the mixin gives it.
    mixinMergeStrategy: (line: object, request: object) => ({ ...line, ...request }),
  };
  return to ? pino(options, to) : pino(options);
}

/** Nest's logger on top of pino: `logger.log('text')` and `logger.log({ fields }, 'text')`. */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Pino) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('info', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    if (message instanceof Error) this.pino[level]({ context, err: message });
    else if (typeof message === 'object')
      this.pino[level]({ context, ...message }, rest.length > 1 ? String(rest[0]) : undefined);
    else this.pino[level]({ context, ...(rest.length > 1 && { detail: rest[0] }) }, String(message));
  }
}

/** Message and stack only: drivers hang statements with their values on their errors. */
function describeError(error: Error & { code?: string }): object {
  return {
    type: error.name,
    message: error.message,
    code: error.code,
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: error.cause.message }),
  };
}
