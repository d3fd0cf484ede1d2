import { createHash, randomBytes } from 'node:crypto';

/** A new uuid v7 for the moment `at` (unix milliseconds): ids sort by time, and the day of a partition follows from them. */
export function newId(at: number = Date.now()): string {
  return uuidV7(at, randomBytes(10));
}

/**
 * The id of a result: the moment of its run, the attempt, and a hash of run, location and attempt. The same attempt
 * reported twice has the same id, so storing results is idempotent through the primary key (decision 22).
 */
export function resultId(runId: string, location: string, attempt: number): string {
  const rest = createHash('sha256').update(`${runId}/${location}/${attempt}`).digest().subarray(0, 10);
  rest.writeUInt16BE(attempt & 0x0fff, 0);
  return uuidV7(momentOf(runId), rest);
}

/** The uuid (version 8) that follows from a name: the same each time, for things whose id must be known before they are stored. */
export function derivedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** The unix milliseconds inside a uuid v7. */
export function momentOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The smallest id of the moment `at`: a bound for ranges of ids. */
export function idFloor(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

function uuidV7(at: number, rest: Buffer): string {
  const hex = at.toString(16).padStart(12, '0') + rest.toString('hex');
  const version = `7${hex.slice(13, 16)}`;
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}
