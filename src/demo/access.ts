import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EXAMPLE_ACCOUNT_ID, Provisioning } from '#api';
import { readApiConfig } from '#config';
import { runningService } from '#embedded-postgres';
import { borrowDatabase } from '../database.js';
import { StartProblem } from '../start-problem.js';
import { Service } from './service.js';

/** A running Pharos and the way in. */
export interface Access {
  readonly service: Service;
  /** Takes back a key that was made for the demo. */
  release(): Promise<void>;
}

const NOTHING_RUNS =
  'No Pharos runs in this folder: start one with npm start, or set PHAROS_API_URL and PHAROS_API_KEY';
/** A server that has just been started needs a moment. */
const PATIENCE_MS = 20_000;
/** Should the demo be killed, its key ends by itself. */
const KEY_LIVES_ON_MS = 600_000;

/**
 * The server of PHAROS_API_URL with the key of PHAROS_API_KEY, else the one that `npm start` runs in this folder, with a key
 * made for the demo. Throws `StartProblem` when there is none.
 */
export async function findAccess(env: NodeJS.ProcessEnv, seconds: number): Promise<Access> {
  const local = runningService(resolve('.pharos'))?.url;
  const url = env.PHAROS_API_URL?.trim().replace(/\/+$/, '') || local;
  const given = env.PHAROS_API_KEY?.trim();
  if (!url) throw new StartProblem(NOTHING_RUNS);
  if (!given && url !== local) throw new StartProblem(`PHAROS_API_KEY is needed for ${url}`);
  await ready(url);
  if (given) return { service: new Service(url, given), release: async () => undefined };
  const expiresAt = new Date(Date.now() + seconds * 1_000 + KEY_LIVES_ON_MS);
  const { accountId, keyId, apiKey } = await onEmbedded(env, async (provisioning) => {
    const accountId = await firstAccount(provisioning);
    const name = 'npm run demo';
    const key = await provisioning.createServiceKey({ accountId, role: 'READ_WRITE', name, expiresAt });
    return { accountId, ...key };
  });
  const release = () => onEmbedded(env, (provisioning) => provisioning.revokeKey(accountId, keyId));
  return { service: new Service(url, apiKey), release };
}

async function ready(url: string): Promise<void> {
  let problem = 'it is not ready';
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(250)) {
    try {
      const answer = await fetch(`${url}/-/readiness`, { signal: AbortSignal.timeout(5_000) });
      if (answer.ok) return;
    } catch (error) {
      problem = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    }
  }
  throw new StartProblem(`${url} does not answer (${problem})`);
}

/** The one that `npm start` made, whose location its agent serves. */
async function firstAccount(provisioning: Provisioning): Promise<string> {
  const ids = (await provisioning.listAccounts()).map(({ accountId }) => accountId);
  const first = ids.includes(EXAMPLE_ACCOUNT_ID) ? EXAMPLE_ACCOUNT_ID : ids.at(-1);
  if (first) return first;
  throw new StartProblem('The database of this folder has no account yet');
}

/** Not `provision` of the commands: that ends the process on Ctrl-C, and here there is something to clean up. */
async function onEmbedded<T>(env: NodeJS.ProcessEnv, step: (provisioning: Provisioning) => Promise<T>): Promise<T> {
  const database = await borrowDatabase({ ...env, DATABASE_URL: undefined }, () => undefined);
  try {
    const provisioning = await Provisioning.open(readApiConfig({ ...database.env, LOG_LEVEL: 'ERROR' }));
    return await step(provisioning).finally(() => provisioning.close());
  } finally {
    await database.stop();
  }
}
