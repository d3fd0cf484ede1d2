import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

/** The server that all workers of one Jest run share. `test/global-teardown.ts` reads the same file. */
export interface TestServer {
  /** Connects as a role that may create databases. */
  readonly url: string;
  /** The migrated database that tests clone; the clones' names start with its name and `_`. */
  readonly template: string;
  /** Of the throw-away server; absent when TEST_DATABASE_URL names another. */
  readonly embedded?: { readonly pid: number; readonly home: string };
}

/** Longest wait for the worker that starts the server, in ms. */
const PATIENCE = 120_000;

/** The folder of this Jest run, made by `test/global-setup.ts`. */
export function runFolder(): string {
  const folder = process.env['PHAROS_TEST_RUN'];
  if (!folder) throw new Error('PHAROS_TEST_RUN is not set: jest.config.mjs needs globalSetup test/global-setup.ts');
  return folder;
}

/** Runs `start` in the first worker that asks; all others wait for its outcome. */
export async function once(folder: string, start: () => Promise<TestServer>): Promise<TestServer> {
  const ready = join(folder, 'server.json');
  const failed = join(folder, 'failed.txt');
  if (takes(join(folder, 'starting'))) {
    try {
      const server = await start();
      writeFileSync(`${ready}.draft`, JSON.stringify(server), { mode: 0o600 });
      renameSync(`${ready}.draft`, ready);
      return server;
    } catch (error) {
      writeFileSync(failed, inspect(error));
      throw error;
    }
  }
  for (const end = Date.now() + PATIENCE; Date.now() < end; await delay(20)) {
    if (existsSync(ready)) return JSON.parse(readFileSync(ready, 'utf8')) as TestServer;
    if (existsSync(failed)) throw new Error(`The test database did not start: ${readFileSync(failed, 'utf8')}`);
  }
  throw new Error('The test database did not start in time');
}

function takes(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
