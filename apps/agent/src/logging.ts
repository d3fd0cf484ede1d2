import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '#config';

export type { Logger };

/** Reference 5.11's levels in pino's words: LOG is what Nest calls its ordinary lines. */
const LEVELS = { DEBUG: 'debug', LOG: 'info', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** A second wall: only the API client knows the location's key, and nothing that is logged holds a check's secrets. */
const SECRETS = ['authorization', 'cookie', 'apiKey', 'value', 'token', 'password'];

/**
 * One JSON object per line, on standard output where nothing else is said, in the shape of the API's lines: level, time,
 * context, msg; what is about a run has its runId, and what came with a call to the API the traceId of that call.
 */
export function createLogger(level: LogLevel, to?: DestinationStream): Logger {
  const options = {
    level: LEVELS[level],
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  };
  return to ? pino(options, to) : pino(options);
}

/** What is known to be safe and useful: libraries hang whole requests on their errors. */
function describeError(error: Error & { code?: string }): object {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack };
}

const text = (message: unknown) => (message instanceof Error ? (message.stack ?? message.message) : String(message));

/** Nest's own lines: its warnings and errors, and the rest for DEBUG only. Nest says last who speaks. */
export function nestLogger(logger: Logger): LoggerService {
  const line =
    (level: 'debug' | 'trace' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) =>
      logger[level]({ context: rest.at(-1) }, text(message));
  return {
    log: line('debug'),
    debug: line('debug'),
    verbose: line('trace'),
    warn: line('warn'),
    error: line('error'),
    fatal: line('fatal'),
  };
}
