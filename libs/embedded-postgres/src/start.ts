import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareBinaries } from './binaries.js';
import { initialise, launch, type Cluster } from './cluster.js';
import { readJson, writeJson } from './files.js';
import { announcePort, claim, release, wasKilled, type Owner } from './owner.js';
import { findPlace, openDirectory, openFolder } from './place.js';
import { freePort } from './ports.js';
import { livingPostmaster, removeMisleadingPid, stopPostmaster } from './postmaster.js';
import { AlreadyRunningError, EmbeddedPostgresError } from './problem.js';
import { answers, databaseUrl, prepareDatabase } from './roles.js';
import { openSecrets, type Secrets } from './secrets.js';

export interface EmbeddedPostgresOptions {
  /** Kept between starts; made when missing. `npm start` uses `.pharos` in the current folder. */
  readonly directory: string;
  /** One line for each thing an operator may want to know (a first start, an adopted server). */
  readonly log?: (line: string) => void;
  readonly kind?: Owner['kind'];
  /** Where the service will answer: told to a second start in this folder. */
  readonly url?: string;
  /** Called when the server ends by itself. Not known for an adopted one. */
  readonly onLost?: () => void;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  readonly secrets: Secrets;
  /** The server's process. */
  readonly pid: number;
  /** Whether the last owner was killed: what it started may still be ending. */
  readonly afterKill: boolean;
  /** Ends every connection, writes everything to the disk and waits until the server is gone (at most 20 s). */
  stop(): Promise<void>;
  /** Asks the server to stop and does not wait: for an owner that must end at once. */
  abandon(): void;
}

/** After a kill, the dead server's processes may hold its memory for some seconds. */
const PATIENCE = 15_000;

/**
 * Starts the folder's PostgreSQL, or adopts the one that a killed owner left behind.
 * Throws `AlreadyRunningError` when a living process owns the folder, `EmbeddedPostgresError` for what the operator can mend.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = openDirectory(options.directory);
  const afterKill = wasKilled(directory);
  const owner = await claimPatiently(directory, options);
  if (owner) throw new AlreadyRunningError(directory, owner.pid, owner.url);
  try {
    const secrets = openSecrets(directory);
    const place = findPlace(directory);
    const cluster: Cluster = {
      ...place,
      binaries: prepareBinaries(place.identity, () => (place.identity ? openFolder(place.identity) : directory)),
      data: join(place.home, 'data'),
      logFile: join(directory, 'postgres.log'),
      durable: true,
    };
    const running =
      (await adopt(cluster, secrets, options)) ?? (await startFresh(cluster, directory, secrets, options));
    announcePort(directory, running.port);
    return { ...handle(running, directory, options), url: databaseUrl(running.port, secrets), secrets, afterKill };
  } catch (error) {
    release(directory);
    throw error;
  }
}

function handle({ pid, port, child }: Running, directory: string, { onLost }: EmbeddedPostgresOptions) {
  const lost = () => onLost?.();
  child?.once('exit', lost);
  return {
    pid,
    port,
    stop: async () => {
      child?.off('exit', lost);
      await stopPostmaster(pid);
      release(directory);
    },
    abandon: () => {
      process.kill(pid, 'SIGINT');
      release(directory);
    },
  };
}

/** A command's use of the folder is over soon: wait for it. */
async function claimPatiently(directory: string, { kind = 'service', url }: EmbeddedPostgresOptions) {
  for (const end = Date.now() + 2 * PATIENCE; ; await delay(50)) {
    const owner = claim(directory, { kind, url });
    if (owner?.kind !== 'command' || Date.now() > end) return owner;
  }
}

interface Running {
  readonly child?: ChildProcess;
  readonly pid: number;
  readonly port: number;
}

async function adopt(
  cluster: Cluster,
  secrets: Secrets,
  options: EmbeddedPostgresOptions,
): Promise<Running | undefined> {
  const orphan = livingPostmaster(cluster.data);
  if (!orphan) return undefined;
  if (orphan.ready && (await answers(orphan.port, secrets))) {
    options.log?.('the database of an earlier start was still running: using it');
    return orphan;
  }
  options.log?.('the database of an earlier start does not answer: restarting it');
  await stopPostmaster(orphan.pid);
  return undefined;
}

async function startFresh(
  cluster: Cluster,
  directory: string,
  secrets: Secrets,
  options: EmbeddedPostgresOptions,
): Promise<Running> {
  const file = join(directory, 'database.json');
  const kept = (readJson(file) ?? {}) as { port?: number };
  await initialise(cluster, secrets.adminPassword);
  const running = await launchPatiently(cluster, kept.port, options);
  try {
    await prepareDatabase(running.port, secrets, false);
  } catch (error) {
    await stopPostmaster(running.pid);
    throw error;
  }
  if (kept.port !== running.port) writeJson(file, { ...kept, port: running.port });
  return running;
}

/** Tries again while the remains of a killed server go away, and with another port when somebody took ours. */
export async function launchPatiently(
  cluster: Cluster,
  remembered: number | undefined,
  options: Pick<EmbeddedPostgresOptions, 'log'>,
): Promise<Running> {
  for (const end = Date.now() + PATIENCE; ; await delay(250)) {
    const port = await freePort(remembered);
    try {
      removeMisleadingPid(cluster.data);
      return { ...(await launch(cluster, port)), port };
    } catch (error) {
      const passes =
        error instanceof EmbeddedPostgresError &&
        /shared memory block|lock file|TCP\/IP|unexpected postmaster exit/.test(error.message);
      if (!passes || Date.now() > end) throw error;
      options.log?.(`the database is not free yet (${error.message}): trying again`);
    }
  }
}
