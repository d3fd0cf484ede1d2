import { idFloor } from '#persistence';
import { startApi, type TestApi } from '#testing';
import { MaintenanceService } from '../../apps/api/src/maintenance/maintenance.service.js';

const TABLES = ['check_sessions', 'check_runs', 'check_results'];

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

/** What `work` answers while another transaction has all tables under this lock. */
async function under<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const client = await api.database.pool.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${TABLES.join(', ')} IN ${lock} MODE`);
    return await work();
  } finally {
    client.release(true);
  }
}

const make = async (table: string, day: string) =>
  (await api.sql<{ made: boolean | null }>('SELECT make_partition($1, $2) AS made', [table, day]))[0]!.made;

describe.each(TABLES)('a day of %s', (table) => {
  it('is made while others write the table, once', async () => {
    expect(await under('ROW EXCLUSIVE', () => make(table, '2040-01-01'))).toBe(true);
    expect(await make(table, '2040-01-01')).toBe(false);
  });

  it('is left for later while somebody keeps everybody from the table', async () => {
    expect(await under('ACCESS EXCLUSIVE', () => make(table, '2040-01-02'))).toBeNull();
    expect(await make(table, '2040-01-02')).toBe(true);
  });

  it('is as the other days: columns, bounds, and indexes that belong to those of the table', async () => {
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const shapeOf = async (partition: string) => ({
      columns: await api.sql(
        `SELECT attname, atttypid, atttypmod, attnotnull, pg_get_expr(adbin, adrelid) AS value
         FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
        [partition],
      ),
      indexes: await api.sql(
        `SELECT inhparent::regclass::text AS of FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid
         WHERE indrelid = $1::regclass ORDER BY 1`,
        [partition],
      ),
    });
    const made = await shapeOf(`${table}_20400101`);
    expect(made.indexes).not.toEqual([]);
    expect(made).toEqual(await shapeOf(`${table}_${day}`));
    const bounds = await api.sql<{ of: string }>(
      `SELECT pg_get_expr(relpartbound, oid) AS of FROM pg_class WHERE relname = $1`,
      [`${table}_20400101`],
    );
    const from = Date.UTC(2040, 0, 1);
    expect(bounds[0]!.of).toBe(`FOR VALUES FROM ('${idFloor(from)}') TO ('${idFloor(from + 86_400_000)}')`);
  });
});

it('the service makes the days it will need, and tells when a table was in use', async () => {
  const maintenance = api.app.get(MaintenanceService, { strict: false });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  await api.sql(`DROP TABLE check_runs_${tomorrow}`);
  expect(await under('ACCESS EXCLUSIVE', () => maintenance.makePartitions())).toBe(false);
  expect(await maintenance.makePartitions()).toBe(true);
  expect(await api.sql(`SELECT FROM check_runs_${tomorrow}`)).toEqual([]);
});

it('a row of a day that nobody made is a fault of the service, not of the caller', async () => {
  const insert = {
    name: 'insert_far_session',
    text: `INSERT INTO check_sessions (account_id, id, check_id, check_type, name, source, status, run_locations, started_at)
      VALUES ($1, $1, $1, 'URL', '', 'API', 'STARTED', '{}', now())`,
  };
  await expect(api.database.rows(insert, [idFloor(Date.UTC(2050, 0, 1))])).rejects.toMatchObject({ status: 503 });
});
