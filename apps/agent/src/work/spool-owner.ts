import { readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../probes/request-failure.js';

/** An owner's file is touched so often, in milliseconds. */
export const TOUCH_MS = 5_000;
/** An owner's file that was not touched for so long belongs to nobody, in milliseconds. */
const ABANDONED_MS = 30_000;

interface Owner {
  pid: number;
  host: string;
  /** When the process began, in unix milliseconds: tells two processes with one id apart (a restarted container's 1). */
  began: number;
}

const self = (): Owner => ({ pid: process.pid, host: hostname(), began: Math.round(performance.timeOrigin) });

/**
 * Says that a living process answers for the segments beside it. A lock of the operating system would be the safer
 * claim; Node has none, and a wrong guess costs little: a report sent by two agents is stored once.
 */
export async function claim(path: string): Promise<void> {
  await writeFile(path, JSON.stringify(self()), { mode: 0o600 });
}

export async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

export async function unclaim(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}

/** Whether the process that made the claim is gone. On another machine only time can tell. */
export async function isAbandoned(path: string): Promise<boolean> {
  const changed = await stat(path).catch(() => null);
  if (changed === null || Date.now() - changed.mtimeMs > ABANDONED_MS) return true;
  const owner = await readOwner(path);
  if (owner === null || owner.host !== hostname()) return false;
  if (owner.pid === process.pid) return owner.began !== self().began;
  return !isAlive(owner.pid);
}

async function readOwner(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
