import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../probes/request-failure.js';

/** An owner's file is touched so often, in milliseconds. */
export const TOUCH_MS = 5_000;
/** An owner's file that was not touched for so long belongs to nobody, in milliseconds, where only time can tell. */
const ABANDONED_MS = 30_000;

interface Owner {
  pid: number;
  host: string;
  /** See `beganOf`: tells two processes with one id apart (a restarted container's 1). */
  began: string | null;
}

/**
 * Says that a living process answers for what is kept beside it. A lock of the operating system would be the safer
 * claim; Node has none, and a wrong guess costs little: a report sent by two agents is stored once.
 */
export async function claim(path: string): Promise<void> {
  const self: Owner = { pid: process.pid, host: hostname(), began: await beganOf(process.pid) };
  await writeFile(path, JSON.stringify(self), { mode: 0o600 });
}

/** Renews a claim, also one that was taken away by an agent that guessed wrong. */
export async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now)
    .catch((error: unknown) => (codeOf(error) === 'ENOENT' ? claim(path) : undefined))
    .catch(() => undefined);
}

/**
 * Whether the process that made the claim is gone. On this machine the system knows, whatever the clock says (it steps, and
 * a suspended machine touches nothing); of another one, and without a /proc, only time can tell.
 */
export async function isAbandoned(path: string): Promise<boolean> {
  const owner = await readOwner(path);
  if (owner?.host === hostname() && owner.began !== null) return (await beganOf(owner.pid)) !== owner.began;
  const changed = await stat(path).catch(() => null);
  return changed === null || Date.now() - changed.mtimeMs > ABANDONED_MS;
}

async function readOwner(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** When a process began, in ticks since the machine did (proc_pid_stat(5), the 22nd field); null for one that is gone. */
async function beganOf(pid: number): Promise<string | null> {
  const stats = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the process's name in parentheses, and may hold anything.
  const [state, ...others] = stats.slice(stats.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? null : (others[18] ?? null);
}
