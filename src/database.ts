import { resolve } from 'node:path';
import { attachEmbeddedPostgres, readSecrets, startEmbeddedPostgres } from '#embedded-postgres';
import { migrate } from '#persistence';
import { extensions } from './extensions.js';
import type { Part } from './stack.js';

/** The environment with everything that the database decides filled in. */
export interface Database extends Part {
  readonly embedded: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the last `npm start` here was killed: its agent may still be finishing. */
  readonly afterKill?: boolean;
}

/** `.pharos` of the folder that the command was given in. */
const directory = () => resolve('.pharos');

/** For `npm start`: the server of DATABASE_URL, else the embedded one, which this process then owns. */
export async function openDatabase(
  env: NodeJS.ProcessEnv,
  url: string,
  log: (line: string) => void,
  onLost: () => void,
): Promise<Database> {
  if (env.DATABASE_URL?.trim()) return { embedded: false, env, stop: async () => undefined };
  const server = await startEmbeddedPostgres({ directory: directory(), log, url, onLost });
  return {
    embedded: true,
    env: withSecrets(env, server.url, server.secrets.encryptionKey),
    afterKill: server.afterKill,
    stop: () => server.stop(),
    abandon: () => server.abandon(),
  };
}

/** For a command: the server of DATABASE_URL, else the running embedded one, else that one for the time of the command. */
export async function borrowDatabase(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<Database> {
  if (env.DATABASE_URL?.trim()) return { embedded: false, env, stop: async () => undefined };
  const server = await attachEmbeddedPostgres(directory(), log);
  return {
    embedded: true,
    env: withSecrets(env, server.url, server.secrets.encryptionKey),
    stop: () => server.stop(),
  };
}

function withSecrets(env: NodeJS.ProcessEnv, url: string, encryptionKey: string): NodeJS.ProcessEnv {
  return { ...env, DATABASE_URL: url, PHAROS_ENCRYPTION_KEY: env.PHAROS_ENCRYPTION_KEY?.trim() || encryptionKey };
}

/** The key of the location that the agent of `npm start` serves: kept, so that the agent has the same one at every start. */
export function locationKey(env: NodeJS.ProcessEnv): string {
  return env.PHAROS_BOOTSTRAP_LOCATION_KEY?.trim() || readSecrets(directory()).locationKey;
}

/** Brings the database to the newest schema, that of the extensions included; returns the names of the migrations run. */
export function migrateAll(databaseUrl: string): Promise<string[]> {
  return migrate(
    databaseUrl,
    extensions.flatMap(({ migrations }) => migrations ?? []),
  );
}
