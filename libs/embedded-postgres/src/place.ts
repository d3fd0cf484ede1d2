import {
  accessSync,
  constants,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { codeOf, giveToOwnerOf, readJson, writeJson } from './files.js';
import { canEnter, serverIdentity, type Identity } from './identity.js';
import { EmbeddedPostgresError } from './problem.js';

/** Where the server's files are and as whom it runs. */
export interface Place {
  /** Belongs to the server's user; holds `data`. */
  readonly home: string;
  readonly identity: Identity | undefined;
}

/** Below the system's own folders, for root only: what root makes there nobody else can change. */
const OPEN_FOLDERS = ['/var/lib/pharos', '/var/tmp/pharos', join(tmpdir(), 'pharos')];

/** `.pharos` itself: others may pass through it as root, because the server's user must reach its data. */
export function openDirectory(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true });
    if (process.getuid?.() === 0) chmodSync(directory, statSync(directory).mode | 0o111);
    giveToOwnerOf(dirname(directory), directory);
    accessSync(directory, constants.W_OK);
    return realpathSync(directory);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${directory} cannot be written (${codeOf(cause)}): start as the user who made it, or set DATABASE_URL`,
      { cause },
    );
  }
}

/**
 * Finds or makes the server's home: `postgres` in the folder, or, where the server's user cannot get there (a repository
 * below /root), a folder of its own elsewhere with a pointer to it in `database.json`.
 */
export function findPlace(directory: string): Place {
  const kept = existingHome(directory);
  if (existsSync(kept)) {
    const owner = statSync(kept);
    const identity = serverIdentity(owner);
    if (identity === undefined && process.getuid && owner.uid !== process.getuid()) {
      throw new EmbeddedPostgresError(`${kept} belongs to another user (uid ${owner.uid}): start as that user`);
    }
    if (owner.uid !== 0 || identity === undefined) return { home: kept, identity };
  }
  const identity = serverIdentity(undefined);
  const home =
    !identity || canEnter(directory, identity) ? join(directory, 'postgres') : elsewhere(directory, identity);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (identity) chownSync(home, identity.uid, identity.gid);
  if (dirname(home) !== directory) writeJson(pointerOf(directory), { home });
  return { home, identity };
}

/** Where the server's home is, or would be first looked for. */
export function existingHome(directory: string): string {
  const pointer = readJson(pointerOf(directory)) as { home?: string } | undefined;
  return pointer?.home ?? join(directory, 'postgres');
}

const pointerOf = (directory: string) => join(directory, 'database.json');

function elsewhere(directory: string, identity: Identity): string {
  return mkdtempSync(join(openFolder(identity), `${basename(dirname(directory)).replace(/[^\w.-]/g, '_')}-`));
}

/** A folder that root owns and the server's user can enter; throws when there is none. */
export function openFolder(identity: Identity): string {
  for (const folder of OPEN_FOLDERS) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      const { uid, mode } = statSync(folder);
      if (uid === 0 && (mode & 0o022) === 0 && canEnter(folder, identity)) return folder;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }
  throw new EmbeddedPostgresError(
    `No folder can hold the embedded database for an unprivileged user (tried ${OPEN_FOLDERS.join(', ')}): set DATABASE_URL`,
  );
}
