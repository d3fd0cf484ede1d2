import { setTimeout as delay } from 'node:timers/promises';
import { openDirectory } from './place.js';
import { livingOwner } from './owner.js';
import { AlreadyRunningError, EmbeddedPostgresError } from './problem.js';
import { answers, databaseUrl } from './roles.js';
import { openSecrets, type Secrets } from './secrets.js';
import { startEmbeddedPostgres } from './start.js';

/** A command's use of the embedded database. */
export interface AttachedPostgres {
  readonly url: string;
  readonly port: number;
  readonly secrets: Secrets;
  /** Ends the use; stops the server only when it was started for it. */
  stop(): Promise<void>;
}

/** The folder's database for the time of a command: that of the running `npm start`, else started and stopped with it. */
export async function attachEmbeddedPostgres(
  directory: string,
  log?: (line: string) => void,
): Promise<AttachedPostgres> {
  for (const end = Date.now() + 30_000; ; await delay(50)) {
    const owner = livingOwner(openDirectory(directory));
    if (owner?.kind === 'service') {
      const secrets = openSecrets(directory);
      if (owner.port > 0 && (await answers(owner.port, secrets))) {
        return { url: databaseUrl(owner.port, secrets), port: owner.port, secrets, stop: async () => undefined };
      }
      if (Date.now() > end) {
        throw new EmbeddedPostgresError(`The database of the running Pharos (process ${owner.pid}) does not answer`);
      }
      continue;
    }
    try {
      return await startEmbeddedPostgres({ directory, kind: 'command', log });
    } catch (error) {
      // A service started at the same moment: use it.
      if (!(error instanceof AlreadyRunningError) || Date.now() > end) throw error;
    }
  }
}
