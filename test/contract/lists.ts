import { Vault } from '#persistence';
import type { World } from './description.js';

/** A list that is answered in pages, and where its rows are. */
export interface ListTable {
  path: string;
  source: string;
  /** Which path's maker (test/api/tenancy-things) makes one; it also fills the parameters of `path`. */
  item: string;
  table: string;
  /** What identifies an item: in its answer, and the column. */
  id: [field: string, column: string];
  /** As SQL. */
  order: string;
  /** `page`: limit and page; `cursor`: limit and nextId in an envelope. */
  kind: 'page' | 'cursor';
  /** Columns that must be another one in each row, as SQL of `n`. */
  columns?: Record<string, string>;
  /** Rows that are counted for the total: counters are kept of tables, not of parts of them. */
  counted?: number;
  /** What copies of rows still lack. */
  finish?(world: World): Promise<void>;
}

/** How many rows plans are looked at with. */
export const MANY = 10_000;

/** Decision 13. */
const NEWEST_FIRST = 'created_at DESC, id DESC';

export const LISTS: ListTable[] = [
  {
    path: '/v1/variables',
    source: 'decision 13: by key',
    item: '/v1/variables/{key}',
    table: 'environment_variables',
    id: ['key', 'key'],
    order: 'key',
    kind: 'page',
    columns: { key: `'K' || md5(n::text)` },
    // A sealed value opens in its own row only.
    async finish({ api, account }) {
      const vault = api.app.get(Vault, { strict: false });
      const seal = (key: string) => vault.seal('a value', `variable/${account.id}/${key}`);
      const rows = await api.sql<{ key: string }>('SELECT key FROM environment_variables WHERE account_id = $1', [
        account.id,
      ]);
      await api.sql(
        `UPDATE environment_variables v SET sealed_value = sealed.value FROM unnest($2::text[], $3::bytea[]) AS sealed (key, value)
         WHERE v.account_id = $1 AND v.key = sealed.key`,
        [account.id, rows.map(({ key }) => key), rows.map(({ key }) => seal(key))],
      );
    },
  },
  {
    path: '/v1/checks',
    source: 'decision 13',
    item: '/v1/checks/{id}',
    table: 'checks',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
  },
  {
    path: '/v1/dashboards',
    source: 'decision 13',
    item: '/v1/dashboards/{dashboardId}',
    table: 'dashboards',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
    columns: { dashboard_id: `'copy' || n`, custom_url: `'copy' || n` },
  },
  {
    path: '/v1/maintenance-windows',
    source: 'decision 13',
    item: '/v1/maintenance-windows/{id}',
    table: 'maintenance_windows',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
  },
  {
    path: '/v1/snippets',
    source: 'decision 13',
    item: '/v1/snippets/{id}',
    table: 'snippets',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
    columns: { name: `'copy' || n` },
  },
  {
    path: '/v1/check-groups',
    source: 'decision 13',
    item: '/v1/check-groups/{id}',
    table: 'check_groups',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
  },
  {
    path: '/v1/check-groups/{id}/checks',
    source: 'decision 13',
    item: '/v1/check-groups/{groupId}/checks/{checkId}',
    table: 'checks',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
    counted: 2 * MANY,
  },
  {
    path: '/v1/error-groups',
    source: 'decision 13',
    item: '/v1/error-groups/{id}',
    table: 'error_groups',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
    columns: { error_hash: 'md5(n::text)' },
  },
  {
    path: '/v1/error-groups/checks/{checkId}',
    source: 'decision 13',
    item: '/v1/error-groups/checks/{checkId}',
    table: 'error_groups',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'page',
    counted: 2 * MANY,
    columns: { error_hash: 'md5(n::text)' },
  },
  {
    path: '/v1/status-pages',
    source: 'decision 13',
    item: '/v1/status-pages/{statusPageId}',
    table: 'status_pages',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'cursor',
    columns: { url: `'copy' || n` },
  },
  {
    path: '/v1/status-pages/services',
    source: 'decision 13',
    item: '/v1/status-pages/services/{serviceId}',
    table: 'status_page_services',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'cursor',
  },
  {
    path: '/v1/status-pages/incidents',
    source: 'decision 13',
    item: '/v1/status-pages/incidents/{incidentId}',
    table: 'status_page_incidents',
    id: ['id', 'id'],
    order: NEWEST_FIRST,
    kind: 'cursor',
    async finish(world) {
      await copyParts(world, 'status_page_incidents', 'status_page_incident_services', 'incident_id');
      await copyParts(world, 'status_page_incidents', 'status_page_incident_updates', 'incident_id');
    },
  },
];

/** Gives each copy what hangs on the row that was copied. */
async function copyParts({ api, account }: World, table: string, part: string, reference: string): Promise<void> {
  const columns = await api.sql<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [part],
  );
  const valueOf = (name: string) =>
    name === 'id' ? 'gen_random_uuid()' : name === reference ? 'copy.id' : `p."${name}"`;
  await api.sql(
    `INSERT INTO "${part}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
     SELECT ${columns.map(({ name }) => valueOf(name)).join(', ')} FROM "${part}" p
     JOIN "${table}" copy ON copy.account_id = p.account_id AND copy.id <> p."${reference}" WHERE p.account_id = $1`,
    [account.id],
  );
  await api.sql(`ANALYZE "${part}"`);
}

/** Copies the row of the thing that was just made, each at a time of its own and not in the order of the rows. */
export async function multiply(world: World, { table, columns = {}, finish }: ListTable): Promise<void> {
  const { api, account } = world;
  const all = await api.sql<{ name: string; type: string; identity: string }>(
    `SELECT column_name AS name, udt_name AS type, is_identity AS identity FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const copied = all.filter(({ identity }) => identity === 'NO');
  const valueOf = ({ name, type }: { name: string; type: string }) => {
    if (columns[name]) return columns[name];
    if (name === 'id' && type === 'uuid') return 'gen_random_uuid()';
    return name === 'created_at' ? `s.created_at - make_interval(secs => n * 7919 % ${MANY})` : `s."${name}"`;
  };
  await api.sql(
    `INSERT INTO "${table}" (${copied.map(({ name }) => `"${name}"`).join(', ')})
     SELECT ${copied.map(valueOf).join(', ')} FROM (SELECT * FROM "${table}" WHERE account_id = $1 LIMIT 1) s, generate_series(1, ${MANY}) n`,
    [account.id],
  );
  await finish?.(world);
  await api.sql(`ANALYZE "${table}"`);
}
