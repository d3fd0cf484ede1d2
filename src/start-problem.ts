import { ConfigError } from '#config';
import { DomainError } from '#domain';
import { EmbeddedPostgresError } from '#embedded-postgres';
import { DatabaseUnreachable, WrongEncryptionKey } from '#persistence';

/** Something the operator can mend: `npm start` and the commands print its message alone, without a stack. */
export class StartProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartProblem';
  }
}

const MENDABLE = [
  StartProblem,
  EmbeddedPostgresError,
  ConfigError,
  DomainError,
  DatabaseUnreachable,
  WrongEncryptionKey,
];

/** What to print of an error: the message of what can be mended, everything else with its stack. */
export function explain(error: unknown): string {
  if (MENDABLE.some((kind) => error instanceof kind)) return (error as Error).message;
  const refused = connectionProblem(error);
  if (refused) return `The database cannot be reached (${refused}): check DATABASE_URL`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '28000', '3D000'];

/** Network errors while connecting, and PostgreSQL's refusals of a password, role or database. */
function connectionProblem(error: unknown): string | undefined {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error) || !('code' in first) || !UNREACHABLE.includes(String(first.code))) return undefined;
  return first.message;
}
