import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '#config';

export type { Logger };

/** Reference 5.11's levels in pino's words: LOG is what Nest calls its ordinary lines. */
const LEVELS = { DEBUG: 'debug', LOG: 'info', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** JSON lines on stdout. Nothing that is logged holds the location's key: only the API client knows it. */
export function createLogger(level: LogLevel): Logger {
  return pino({ name: 'pharos-agent', level: LEVELS[level], timestamp: pino.stdTimeFunctions.isoTime });
}

const text = (message: unknown) => (message instanceof Error ? (message.stack ?? message.message) : String(message));

/** Nest's own lines: its warnings and errors, and the rest for DEBUG only. */
export function nestLogger(logger: Logger): LoggerService {
  return {
    log: (message: unknown) => logger.debug(text(message)),
    debug: (message: unknown) => logger.debug(text(message)),
    verbose: (message: unknown) => logger.trace(text(message)),
    warn: (message: unknown) => logger.warn(text(message)),
    error: (message: unknown) => logger.error(text(message)),
    fatal: (message: unknown) => logger.fatal(text(message)),
  };
}
