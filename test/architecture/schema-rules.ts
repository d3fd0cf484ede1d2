/** A primary or foreign key as the catalogue of PostgreSQL has it. */
export interface KeyConstraint {
  table: string;
  name: string;
  type: 'primary key' | 'foreign key';
  columns: string[];
}

/**
 * Tables whose keys do not start with the account, and why (decision 29). Everything else can be distributed by account
 * without a rewrite.
 */
export const WITHOUT_ACCOUNT: Record<string, string> = {
  api_key_hashes: 'a directory: found before the account is known',
  private_location_key_hashes: 'a directory: found before the account is known',
  check_group_trigger_hashes: 'a directory: found before the account is known',
  check_trigger_hashes: 'a directory: found before the account is known',
  heartbeat_token_hashes: 'a directory: found before the account is known',
  dashboard_addresses: 'a directory: names are unique across accounts, and visitors come with a name only',
  status_page_addresses: 'a directory: found before the account is known',
  encryption_canary: 'one row per database',
  service_pulse: 'one row per database',
  schema_migrations: 'of TypeORM',
};

/** Partitions (`_20260131`) are tables too; what holds of them follows from their parent. */
const PARTITION = /_\d{8}$/;

/** Ordinary and partitioned tables outside the schemas of PostgreSQL itself and of the job queue, with their keys. */
export const KEYS_SQL = `
  SELECT t.relname::text AS "table", c.conname::text AS name,
    CASE c.contype WHEN 'p' THEN 'primary key' ELSE 'foreign key' END AS type,
    ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY AS k (attnum, at)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum ORDER BY k.at) AS columns
  FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace JOIN pg_constraint c ON c.conrelid = t.oid
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker') AND c.contype IN ('p', 'f')`;

export const TABLES_SQL = `
  SELECT t.relname::text AS name FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker') AND n.nspname NOT LIKE 'pg_toast%'
    AND t.relkind IN ('r', 'p')`;

/** Design 5: every primary key and every foreign key starts with `account_id`. */
export function accountKeyProblems(tables: string[], keys: KeyConstraint[], exempt = WITHOUT_ACCOUNT): string[] {
  const ours = tables.filter((table) => !PARTITION.test(table));
  const gone = Object.keys(exempt).filter((table) => !ours.includes(table));
  return [
    ...gone.map((table) => `${table} is exempt and does not exist`),
    ...ours.flatMap((table) => {
      const own = keys.filter((key) => key.table === table && (key.type === 'foreign key' || !(table in exempt)));
      const missing = keys.some((key) => key.table === table && key.type === 'primary key')
        ? []
        : [`${table} has no primary key`];
      return [
        ...missing,
        ...own
          .filter(({ columns }) => columns[0] !== 'account_id')
          .map(({ name, type, columns }) => `${table}: ${type} ${name} starts with ${columns[0]}, not account_id`),
      ];
    }),
  ];
}
