import type { Sql } from './sql.js';

/** Written in the background while keys and agents are used; no request changes them on purpose. */
const VOLATILE = ['last_used_at', 'last_seen', 'last_seen_at'];
/** Beat on their own while the API runs. */
const BACKGROUND = ['service_pulse', 'private_location_samples'];

/**
 * What the tables hold, as one hash per table: equal before and after means that nothing changed. With an account only its rows.
 * Partitions count with their parent, the job queue's tables not at all.
 */
export async function fingerprint(sql: Sql, account?: string): Promise<Record<string, string>> {
  const tables = await sql<{ name: string; owned: boolean }>(
    `SELECT c.relname::text AS name,
       EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'account_id') AS owned
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL ($1)
     ORDER BY 1`,
    [BACKGROUND],
  );
  const hashes: Record<string, string> = {};
  for (const { name, owned } of tables) {
    if (account !== undefined && !owned) continue;
    const [row] = await sql<{ hash: string }>(
      `SELECT count(*) || ' rows, ' || md5(coalesce(string_agg(line, ',' ORDER BY line), '')) AS hash
       FROM (SELECT (to_jsonb(t) - $1::text[])::text AS line FROM "${name}" t ${account === undefined ? '' : 'WHERE account_id = $2'}) rows`,
      account === undefined ? [VOLATILE] : [VOLATILE, account],
    );
    hashes[name] = row!.hash;
  }
  return hashes;
}
