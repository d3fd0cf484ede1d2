import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file's JSON, or undefined when it is missing or not (yet) JSON. Other errors (EACCES) are thrown. */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, readable by its owner only; the folder's owner owns it (root may work in a user's folder). */
export function writeJson(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  giveToOwnerOf(dirname(path), draft);
  renameSync(draft, path);
}

/** Only root may give files away: a no-op for everybody else. */
export function giveToOwnerOf(directory: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  if (uid !== 0) chownSync(path, uid, gid);
}

/**
 * The system's code of an error (`ENOENT`) or PostgreSQL's SQLSTATE (`28P01`). Not by `instanceof Error`: in Jest node's own
 * errors come from another realm.
 */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
