import { HttpException, ServiceUnavailableException } from '@nestjs/common';
import { DomainError, conflict, notFound, ruleBroken } from '#domain';

interface PostgresError {
  code?: string;
  constraint?: string;
  message?: string;
  driverError?: PostgresError;
  /** The statement, where TypeORM sent it. */
  query?: string;
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';
/** A text PostgreSQL cannot hold, a number out of range, malformed text for a type. */
const BAD_VALUES = new Set(['22021', '22P05', '22P02', '22003', '22008']);
/** Statement time-out, shut down, starting up, too many connections, deadlock, read-only, no disk or memory, a log-in refused. */
const TRY_AGAIN = /^(57014|57P0[1-5]|53...|40P01|40001|25006|08...|55P03|25P0[34]|28...|3D000)$/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
  'ERR_STREAM_DESTROYED',
]);
const DRIVER =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|DataSource is not (initialized|set)|Connection ended|timeout expired|Query read timeout|Client was closed|after calling end on the pool|query runner already released/i;

/** Constraint name -> the sentence a caller reads when it is broken, or an error of another kind than the usual one. */
export type Messages = Record<string, string | (() => DomainError)>;

/**
 * The one place where an error of PostgreSQL becomes one the caller understands: a broken constraint is a conflict or a
 * missing thing, a database out of reach is 503. `messages` maps constraint names to sentences. A foreign key broken by a
 * DELETE means that something still uses the row; PostgreSQL says so only in its own language, hence the look at the statement.
 */
export function translateError(error: unknown, messages: Messages = {}): unknown {
  if (error instanceof DomainError || error instanceof HttpException) return error;
  const {
    code = '',
    constraint = '',
    message = '',
  } = ((error as PostgresError)?.driverError ?? error ?? {}) as PostgresError;
  if (isUnavailable(code, message)) return unavailable(error);
  const sentence = messages[constraint];
  if (typeof sentence === 'function') return sentence();
  if (code === UNIQUE_VIOLATION) return conflict(sentence ?? 'It exists already.');
  if (code === FOREIGN_KEY_VIOLATION && isDelete(error)) return conflict(sentence ?? 'It is still in use.');
  if (code === FOREIGN_KEY_VIOLATION) return sentence === undefined ? notFound() : ruleBroken(sentence);
  // Only a row without a partition breaks a rule that has no name.
  if (code === CHECK_VIOLATION && constraint === '') return unavailable(error);
  if (code === CHECK_VIOLATION) return ruleBroken(sentence ?? `The values break the rule ${constraint}.`);
  if (BAD_VALUES.has(code))
    return ruleBroken('A value cannot be stored: it is out of range or holds characters that are not text.');
  return error;
}

function isDelete(error: unknown): boolean {
  return /^\s*delete\b/i.test((error as PostgresError).query ?? '');
}

/** Whether PostgreSQL ended a transaction only because it was in the way of another. */
export function isDeadlock(error: unknown): boolean {
  const { code } = ((error as PostgresError)?.driverError ?? error ?? {}) as PostgresError;
  return code === '40P01' || code === '40001';
}

/** Why PostgreSQL cannot be worked with at the moment, for the one who runs the service; undefined when it is another problem. */
export function databaseProblem(error: unknown): string | undefined {
  const cause =
    error instanceof AggregateError ? error.errors[0] : error instanceof HttpException ? error.cause : error;
  const { code = '', message = '' } = ((cause as PostgresError)?.driverError ?? cause ?? {}) as PostgresError;
  return isUnavailable(code, message) ? message || code : undefined;
}

/** Whether waiting is of no use: the log-in or the name of the database is wrong. */
export function isRefused(error: unknown): boolean {
  return /^(28...|3D000)$/.test((error as PostgresError)?.code ?? '');
}

function isUnavailable(code: string, message: string): boolean {
  return TRY_AGAIN.test(code) || NETWORK.has(code) || DRIVER.test(message);
}

function unavailable(cause: unknown): ServiceUnavailableException {
  return new ServiceUnavailableException('The database cannot be reached at the moment. Try again in a few seconds.', {
    cause,
  });
}
