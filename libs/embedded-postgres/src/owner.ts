import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, giveToOwnerOf, readJson, writeJson } from './files.js';
import { isSameProcess, startStamp } from './process-stamp.js';

/** Who uses the folder's database: `npm start` (a service) or a single command, which is over soon. */
export interface Owner {
  readonly pid: number;
  readonly stamp?: string;
  readonly kind: 'service' | 'command';
  /** The database's port; 0 until it runs. */
  readonly port: number;
  /** Where the service answers, for the message to a second start. */
  readonly url?: string;
}

const fileOf = (directory: string) => join(directory, 'owner.json');

/** The living owner. A file left by a dead process counts as none. */
export function livingOwner(directory: string): Owner | undefined {
  return living(fileOf(directory));
}

/** The `npm start` that runs in the folder; nothing is made or changed there. */
export function runningService(directory: string): Owner | undefined {
  const owner = livingOwner(directory);
  return owner?.kind === 'service' ? owner : undefined;
}

function living(file: string): Owner | undefined {
  const owner = recorded(file);
  return owner && isSameProcess(owner.pid, owner.stamp) ? owner : undefined;
}

/** Whether the last owner was killed: its file is there, its process is not. */
export function wasKilled(directory: string): boolean {
  return existsSync(fileOf(directory)) && !livingOwner(directory);
}

/** Takes the folder for this process, or returns the living owner that has it. Safe against a start at the same moment. */
export function claim(directory: string, wanted: Pick<Owner, 'kind' | 'url'>): Owner | undefined {
  const draft = `${fileOf(directory)}.${process.pid}.claim`;
  const mine: Owner = { pid: process.pid, stamp: startStamp(process.pid), port: 0, ...wanted };
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  giveToOwnerOf(directory, draft);
  try {
    for (;;) {
      try {
        linkSync(draft, fileOf(directory));
        return undefined;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const owner = livingOwner(directory) ?? removeStale(directory);
      if (owner) return owner;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves the dead owner's file away, then looks again: another start may have put its own there in between. */
function removeStale(directory: string): Owner | undefined {
  const aside = `${fileOf(directory)}.${process.pid}.stale`;
  try {
    renameSync(fileOf(directory), aside);
  } catch {
    return undefined;
  }
  const owner = living(aside);
  if (owner) renameSync(aside, fileOf(directory));
  else rmSync(aside, { force: true });
  return owner;
}

/** Records the database's port, so that commands find it. */
export function announcePort(directory: string, port: number): void {
  const owner = recorded(fileOf(directory));
  if (owner?.pid === process.pid) writeJson(fileOf(directory), { ...owner, port });
}

/** Gives the folder back, if this process has it. */
export function release(directory: string): void {
  if (recorded(fileOf(directory))?.pid === process.pid) rmSync(fileOf(directory), { force: true });
}

function recorded(file: string): Owner | undefined {
  const owner = readJson(file) as Partial<Owner> | undefined;
  return typeof owner?.pid === 'number' ? { kind: 'service', port: 0, ...owner, pid: owner.pid } : undefined;
}
