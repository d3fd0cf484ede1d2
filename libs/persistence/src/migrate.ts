import { Client } from 'pg';
import type { MigrationClass } from '../migrations/index.js';
import { openDataSource } from './data-source.js';

/** Any number that nothing else in this database locks on. */
const MIGRATION_LOCK = 7_226_101;

/**
 * Brings the database to the newest schema and returns the names of the migrations it ran. Processes that start at the
 * same time wait for each other, so each migration runs once.
 */
export async function migrate(databaseUrl: string, extraMigrations: MigrationClass[] = []): Promise<string[]> {
  const turn = new Client({ connectionString: databaseUrl });
  await turn.connect();
  try {
    await turn.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const dataSource = await openDataSource({ url: databaseUrl, poolSize: 2, extraMigrations });
    try {
      const done = await dataSource.runMigrations({ transaction: 'each' });
      return done.map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await turn.end();
  }
}
