import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { startThrowAwayPostgres } from '#embedded-postgres';
import { migrate } from '#persistence';
import { removeAbandoned } from './abandoned.js';
import { once, runFolder, type TestServer } from './run.js';

let server: Promise<TestServer> | undefined;

/**
 * The server of this Jest run with its migrated template: TEST_DATABASE_URL (its role must be able to create databases), else
 * a throw-away PostgreSQL 18. It starts with the first test that asks, so runs of pure specs do without; design 10.
 */
export function startTestPostgres(): Promise<TestServer> {
  return (server ??= once(runFolder(), async () => {
    await removeAbandoned();
    const given = process.env['TEST_DATABASE_URL'];
    const embedded = given ? undefined : await startThrowAwayPostgres(join(runFolder(), 'server'));
    const url = given ?? embedded!.url;
    const template = `pharos_test_${randomBytes(5).toString('hex')}`;
    try {
      await query(url, `CREATE DATABASE ${template}`);
      await migrate(withDatabase(url, template));
      await query(url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
    } catch (error) {
      await embedded?.stop();
      if (!embedded) await query(url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
      throw error;
    }
    return { url, template, ...(embedded && { embedded: { pid: embedded.pid, home: embedded.home } }) };
  }));
}

export interface TestDatabase {
  readonly url: string;
  /** Removes the database, and ends connections that a test left open. */
  drop(): Promise<void>;
}

/** A migrated database of its own, cloned from the template. A suite makes one in `beforeAll` and drops it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = await startTestPostgres();
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  await clone(url, name, template);
  return {
    url: withDatabase(url, name),
    drop: () => whenFree(() => query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** A database without any tables, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { url, template } = await startTestPostgres();
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  await query(url, `CREATE DATABASE ${name}`);
  return {
    url: withDatabase(url, name),
    drop: () => whenFree(() => query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

function clone(url: string, name: string, template: string): Promise<void> {
  return whenFree(() => query(url, `CREATE DATABASE ${name} TEMPLATE ${template}`));
}

/** Autovacuum may be in a database that is wanted as a template (55006) or to be dropped (42501: it cannot be ended by us). */
async function whenFree(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof DatabaseError && (error.code === '55006' || error.code === '42501');
      if (!isBusy || attempt === 40) throw error;
      await delay(50);
    }
  }
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
