import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { codeOf } from './files.js';

/** Whether a process with that id lives; it may belong to another user. One that only waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || statFields(pid)[0] !== 'Z';
  } catch (error) {
    return codeOf(error) === 'EPERM';
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
      return `${boot}/${statFields(pid)[19]}`;
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Linux: what follows the process's name, the state first and its start in ticks as the twentieth. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Whether the process that had this id and start is still there. */
export function isSameProcess(pid: number, stamp: string | undefined): boolean {
  return isAlive(pid) && (stamp === undefined || startStamp(pid) === stamp);
}
