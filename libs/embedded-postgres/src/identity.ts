import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './problem.js';

/** The unprivileged user that the server runs as. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const USERS = ['pharos', 'postgres'];

/**
 * PostgreSQL refuses to run as root: then an existing `pharos` or `postgres` user is taken, or `pharos` is made.
 * Undefined: it runs as the current user. `existing` is the owner of data that is there already.
 */
export function serverIdentity(existing: Identity | undefined): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existing && existing.uid !== 0) return existing;
  return knownUser() ?? makeUser() ?? refuse();
}

function knownUser(): Identity | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const user of USERS) {
    const fields = lines.find((line) => line.startsWith(`${user}:`))?.split(':');
    const uid = Number(fields?.[2]);
    if (uid > 0) return { uid, gid: Number(fields?.[3]) };
  }
  return undefined;
}

function makeUser(): Identity | undefined {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'pharos']],
    ['adduser', ['-S', '-D', '-H', 'pharos']],
  ];
  for (const [command, args] of ways) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return knownUser();
  }
  return undefined;
}

function refuse(): never {
  throw new EmbeddedPostgresError(NO_USER);
}

/** Also said when the kernel does not let root become that user (a container without CAP_SETUID). */
export const NO_USER =
  'The embedded PostgreSQL cannot run as root and no other user can be made here: set DATABASE_URL, or start as an ordinary user';

/** Whether that user may enter the folder: it needs the execute bit on the folder and on everything above it. */
export function canEnter(directory: string, identity: Identity): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if (!allows(at, identity, 0o1)) return false;
    if (at === dirname(at)) return true;
  }
}

/** `bits`: 4 to read, 1 to execute or enter. Supplementary groups do not count: they are dropped with root's rights. */
export function allows(path: string, identity: Identity, bits: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}
