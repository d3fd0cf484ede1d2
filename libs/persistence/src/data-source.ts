import type { EventEmitter } from 'node:events';
import { DataSource, type DataSourceOptions, type EntitySchema, type MixedList } from 'typeorm';
import { migrations, type MigrationClass } from '../migrations/index.js';

export interface DatabaseOptions {
  url: string;
  poolSize?: number;
  // eslint-style "Function" is what TypeORM itself takes for entity classes.
  entities?: MixedList<Function | string | EntitySchema>;
  extraMigrations?: MigrationClass[];
  /** Milliseconds a statement may take; 0 = as long as it needs. */
  statementTimeoutMs?: number;
}

/** For a connection, and for a free one of the pool, in milliseconds: a caller gets its 503 within 5 s. */
export const CONNECT_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 20_000;

/** How every process talks to PostgreSQL: bounded pool, bounded statements, no JIT (it costs more than it brings here). */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.url,
    entities: options.entities ?? [],
    migrations: [...migrations, ...(options.extraMigrations ?? [])],
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
    applicationName: 'pharos',
    poolSize: options.poolSize ?? 4,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    // An idle connection that breaks is replaced, and whoever needs one in vain hears it from its own statement.
    poolErrorHandler: () => undefined,
    extra: {
      options: '-c jit=off -c TimeZone=UTC',
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      // Between the pool's listeners and those of TypeORM a breaking connection has none for a moment, which ends the process.
      onConnect: (client: EventEmitter) => void client.on('error', () => undefined),
    },
  };
}

export async function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  return new DataSource(dataSourceOptions(options)).initialize();
}
