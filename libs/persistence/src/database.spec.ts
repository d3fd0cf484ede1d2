import { createTestDatabase, type TestDatabase } from '#testing';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { Database } from './database.js';

let server: TestDatabase;
let dataSource: DataSource;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  dataSource = await new DataSource(dataSourceOptions({ url: server.url })).initialize();
  database = new Database(dataSource);
  // A sequence forgets nothing when its transaction fails.
  await dataSource.query(`
    CREATE SEQUENCE attempts;
    CREATE FUNCTION deadlock_until(attempt bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE this bigint := nextval('attempts');
    BEGIN
      IF this < attempt THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF;
      RETURN this;
    END $$`);
});
afterAll(async () => {
  await dataSource.destroy();
  await server.drop();
});
beforeEach(() => dataSource.query('ALTER SEQUENCE attempts RESTART'));

const STATEMENT = { name: 'deadlock_until', text: 'SELECT deadlock_until($1)::int AS attempt' };

describe.each([
  ['a statement', (attempt: number) => database.rows(STATEMENT, [attempt])],
  ['a transaction', (attempt: number) => database.transaction((transaction) => transaction.rows(STATEMENT, [attempt]))],
])('%s that PostgreSQL ends because of a deadlock', (_, run) => {
  it('is done again', async () => expect(await run(3)).toEqual([{ attempt: 3 }]));

  it('is a 503 when it loses three times', () => expect(run(4)).rejects.toMatchObject({ status: 503 }));
});
