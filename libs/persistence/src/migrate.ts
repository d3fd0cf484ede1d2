import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { MigrationClass } from '../migrations/index.js';
import { CONNECT_TIMEOUT_MS, openDataSource } from './data-source.js';
import { databaseProblem, isRefused } from './translate-error.js';

/** Any number that nothing else in this database locks on. */
const MIGRATION_LOCK = 7_226_101;
const RETRY_MS = 500;

/** How long to wait for a database that is not there yet, and whom to tell. */
export interface Patience {
  ms: number;
  log: (line: string) => void;
}

/** The database stayed away, or refuses the log-in. The message is one line that says what to do. */
export class DatabaseUnreachable extends Error {
  constructor(why: string, cause: unknown) {
    super(`The database cannot be reached (${why}): check DATABASE_URL`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/**
 * Brings the database to the newest schema and returns the names of the migrations it ran. Processes that start at the
 * same time wait for each other, so each migration runs once. A database that is starting or away is waited for.
 * Throws `DatabaseUnreachable`.
 */
export async function migrate(
  databaseUrl: string,
  extraMigrations: MigrationClass[] = [],
  patience?: Patience,
): Promise<string[]> {
  const until = performance.now() + (patience?.ms ?? 0);
  for (let told = false; ; told = true) {
    try {
      return await migrateNow(databaseUrl, extraMigrations);
    } catch (error) {
      const why = databaseProblem(error);
      if (why === undefined) throw error;
      if (isRefused(error) || performance.now() >= until) throw new DatabaseUnreachable(why, error);
      if (!told) patience?.log(`the database cannot be reached yet (${why}): waiting for it`);
      await delay(RETRY_MS);
    }
  }
}

async function migrateNow(databaseUrl: string, extraMigrations: MigrationClass[]): Promise<string[]> {
  const turn = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // When it breaks, so does the statement that is waited for.
  turn.on('error', () => undefined);
  try {
    await turn.connect();
    await turn.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const dataSource = await openDataSource({ url: databaseUrl, poolSize: 2, extraMigrations, statementTimeoutMs: 0 });
    try {
      const done = await dataSource.runMigrations({ transaction: 'each' });
      return done.map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await turn.end().catch(() => undefined);
  }
}
