import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './files.js';
import type { Secrets } from './secrets.js';
import { EmbeddedPostgresError } from './problem.js';

type Passwords = Pick<Secrets, 'databasePassword' | 'adminPassword'>;

/** The URL that Pharos uses: the role `pharos` owns the database of that name and may do nothing else. */
export function databaseUrl(port: number, passwords: Passwords): string {
  return `postgres://pharos:${passwords.databasePassword}@127.0.0.1:${port}/pharos`;
}

/** Whether a server on that port lets us in with our password. */
export async function answers(port: number, passwords: Passwords): Promise<boolean> {
  try {
    await query(databaseUrl(port, passwords), 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

/** Makes the role and the database where they are missing (a first start, or one killed in the middle). */
export async function prepareDatabase(port: number, passwords: Passwords, mayCreate: boolean): Promise<void> {
  if (await answers(port, passwords)) return;
  const admin = `postgres://admin:${passwords.adminPassword}@127.0.0.1:${port}/postgres`;
  try {
    await query(
      admin,
      `DO $$ BEGIN CREATE ROLE pharos; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
       ALTER ROLE pharos LOGIN ${mayCreate ? 'CREATEDB' : ''} PASSWORD '${passwords.databasePassword}'`,
    );
    await query(admin, 'CREATE DATABASE pharos OWNER pharos').catch((error: unknown) => {
      if (codeOf(error) !== '42P04') throw error;
    });
  } catch (cause) {
    if (codeOf(cause) !== '28P01') throw cause;
    throw new EmbeddedPostgresError(
      'The embedded database refuses the password of .pharos/secrets.json: restore that file, or remove .pharos to start afresh',
      { cause },
    );
  }
}

async function query(connectionString: string, sql: string): Promise<void> {
  for (const end = Date.now() + 5_000; ; await delay(50)) {
    const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(sql);
      return;
    } catch (error) {
      // 57P03: starting up or stopping.
      if (codeOf(error) !== '57P03' || Date.now() > end) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
