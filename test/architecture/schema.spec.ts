import { DataSource, type EntityTarget } from 'typeorm';
import { entities } from '#api';
import { dataSourceOptions } from '#persistence';
import { createTestDatabase, type TestDatabase } from '#testing';
import { accountKeyProblems, KEYS_SQL, TABLES_SQL, type KeyConstraint } from './schema-rules.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource(dataSourceOptions({ url: database.url, entities })).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

/** Entities hold no relations, so TypeORM would drop the foreign keys: those are the migrations' alone. */
const DROPS_FOREIGN_KEY = /^ALTER TABLE "\w+" DROP CONSTRAINT "\w+_fkey"$/;

/** What TypeORM would do to make the tables equal to the entities. */
async function differences(): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query).filter((query) => !DROPS_FOREIGN_KEY.test(query));
}

async function keys(): Promise<string[]> {
  const tables = await dataSource.query<{ name: string }[]>(TABLES_SQL);
  return accountKeyProblems(
    tables.map(({ name }) => name),
    await dataSource.query<KeyConstraint[]>(KEYS_SQL),
  );
}

/** Tries a change of the schema and takes it back. */
async function having<T>(change: string, undo: string, look: () => Promise<T>): Promise<T> {
  await dataSource.query(change);
  try {
    return await look();
  } finally {
    await dataSource.query(undo);
  }
}

describe('entities', () => {
  it('equal the migrations', async () => {
    expect(await differences()).toEqual([]);
  });

  it.each([
    [
      'a missing column',
      'ALTER TABLE api_keys DROP COLUMN expires_at',
      'ALTER TABLE api_keys ADD COLUMN expires_at timestamptz(3)',
    ],
    ['a column too many', 'ALTER TABLE api_keys ADD COLUMN extra text', 'ALTER TABLE api_keys DROP COLUMN extra'],
    ['another type', 'ALTER TABLE api_keys ALTER name TYPE varchar', 'ALTER TABLE api_keys ALTER name TYPE text'],
    ['NULL allowed', 'ALTER TABLE api_keys ALTER name DROP NOT NULL', 'ALTER TABLE api_keys ALTER name SET NOT NULL'],
    ['an unknown index', 'CREATE INDEX extra ON api_keys (name)', 'DROP INDEX extra'],
  ])('are found to differ by %s', async (_what, change, undo) => {
    expect(await having(change, undo, differences)).not.toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it('are read and written by their names', async () => {
    for (const entity of entities) {
      const rows = await dataSource.getRepository(entity as EntityTarget<object>).find({ take: 1 });
      expect(Array.isArray(rows)).toBe(true);
    }
  });
});

describe('keys of tables', () => {
  it('start with the account', async () => {
    expect(await keys()).toEqual([]);
  });

  it.each([
    ['a primary key', 'CREATE TABLE things (id uuid PRIMARY KEY, account_id uuid)', /things: primary key things_pkey/],
    ['no primary key', 'CREATE TABLE things (account_id uuid)', /things has no primary key/],
    [
      'a foreign key',
      `CREATE TABLE others (id uuid UNIQUE, account_id uuid, PRIMARY KEY (account_id, id));
       CREATE TABLE things (account_id uuid, id uuid REFERENCES others (id), PRIMARY KEY (account_id, id))`,
      /things: foreign key things_id_fkey starts with id/,
    ],
  ])('are refused with %s without it', async (_what, change, problem) => {
    const problems = await having(change, 'DROP TABLE IF EXISTS things, others', keys);
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it('are exempt only while the table exists', () => {
    expect(accountKeyProblems([], [], { ghosts: 'why' })).toEqual(['ghosts is exempt and does not exist']);
  });
});
