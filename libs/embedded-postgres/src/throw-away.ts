import { rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { prepareBinaries } from './binaries.js';
import { initialise, type Cluster } from './cluster.js';
import { existingHome, findPlace, openDirectory, openFolder } from './place.js';
import { livingPostmaster, stopPostmaster } from './postmaster.js';
import { databaseUrl, prepareDatabase } from './roles.js';
import { launchPatiently } from './start.js';

/** A server for tests: nothing is forced to the disk, and its role may create databases. */
export interface ThrowAwayPostgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The folder of the data; the given folder, or another where the server's user cannot enter that one. */
  readonly home: string;
  stop(): Promise<void>;
}

/** Starts a server in an empty folder, which `stop` removes. */
export async function startThrowAwayPostgres(folder: string): Promise<ThrowAwayPostgres> {
  const directory = openDirectory(folder);
  const place = findPlace(directory);
  const passwords = {
    databasePassword: randomBytes(24).toString('hex'),
    adminPassword: randomBytes(24).toString('hex'),
  };
  const cluster: Cluster = {
    ...place,
    binaries: prepareBinaries(place.identity, () => (place.identity ? openFolder(place.identity) : directory)),
    data: join(place.home, 'data'),
    logFile: join(directory, 'postgres.log'),
    durable: false,
  };
  await initialise(cluster, passwords.adminPassword);
  const { pid, port } = await launchPatiently(cluster, undefined, {});
  await prepareDatabase(port, passwords, true);
  return {
    url: databaseUrl(port, passwords),
    port,
    pid,
    home: place.home,
    stop: () => removeThrowAwayPostgres(directory),
  };
}

/** Stops and removes the server of a folder, also one whose starter was killed. */
export async function removeThrowAwayPostgres(directory: string): Promise<void> {
  const home = existingHome(directory);
  const server = livingPostmaster(join(home, 'data'));
  if (server) await stopPostmaster(server.pid);
  for (const path of [home, directory]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
