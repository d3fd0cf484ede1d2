import { DataSource, type DataSourceOptions, type EntitySchema, type MixedList } from 'typeorm';
import { migrations, type MigrationClass } from '../migrations/index.js';

export interface DatabaseOptions {
  url: string;
  poolSize?: number;
  // eslint-style "Function" is what TypeORM itself takes for entity classes.
  entities?: MixedList<Function | string | EntitySchema>;
  extraMigrations?: MigrationClass[];
}

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
    connectTimeoutMS: 5_000,
    extra: {
      options: '-c jit=off -c TimeZone=UTC',
      statement_timeout: 20_000,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
    },
  };
}

export async function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  return new DataSource(dataSourceOptions(options)).initialize();
}
