import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with that id lives; it may belong to another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * When a process started, in a form to compare: process ids are used again, in a restarted container nearly always.
 * Undefined when there is no such process or the system does not tell.
 */
export function startStamp(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process that had this id and start is still there. */
export function isSameProcess(pid: number, stamp: string | undefined): boolean {
  return isAlive(pid) && (stamp === undefined || startStamp(pid) === stamp);
}
