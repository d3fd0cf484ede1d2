import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './process-stamp.js';

/** What a server writes about itself into its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** The server of a data folder by its `postmaster.pid`, whether or not it still lives. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** The living server of a data folder. A process that only got the dead server's id does not count. */
export function livingPostmaster(data: string): Postmaster | undefined {
  const postmaster = readPostmaster(data);
  if (!postmaster || !isAlive(postmaster.pid)) return undefined;
  return process.platform !== 'linux' || worksIn(postmaster.pid, realpathSync(data)) ? postmaster : undefined;
}

/**
 * Removes `postmaster.pid` when its id now belongs to a stranger (usual in a restarted container), which PostgreSQL would take
 * for a running server. Only when no process works in the data folder: the file is what keeps two servers apart.
 */
export function removeMisleadingPid(data: string): void {
  const postmaster = readPostmaster(data);
  if (process.platform !== 'linux' || !postmaster || !isAlive(postmaster.pid)) return;
  const real = realpathSync(data);
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  if (!pids.some((pid) => worksIn(pid, real))) rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Linux only. Every process of a server works in its data folder. */
function worksIn(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/** Stops a server and waits until it is gone: fast (SIGINT), after 10 s at once (SIGQUIT, its data stays whole), then by force. */
export async function stopPostmaster(pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, patience] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const end = Date.now() + patience; Date.now() < end; await delay(5)) if (!isAlive(pid)) return;
  }
}
