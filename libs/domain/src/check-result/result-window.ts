import { ruleBroken } from '../domain-error.js';

/** From `from`, included, to `to`, excluded. */
export interface TimeRange {
  from: Date;
  to: Date;
}

const HOUR_MS = 3_600_000;

/** Reference 1.4: the longest window of the v1 list of results and of check alerts. */
export const RESULT_WINDOW_MS = 6 * HOUR_MS;

/**
 * Reference 1.4: the window that a list covers. What is missing follows from what is there: without `to` it ends `longestMs`
 * after `from`, without `from` it begins so much before `to`, without both it ends `now`. `longestMs` is also the most that
 * both together may span; more, or a window that ends before it begins, is refused.
 */
export function windowOf(asked: Partial<TimeRange>, longestMs: number, now: Date): TimeRange {
  const to = asked.to ?? (asked.from ? shifted(asked.from, longestMs) : now);
  const from = asked.from ?? shifted(to, -longestMs);
  requireOrder({ from, to });
  if (to.getTime() - from.getTime() > longestMs) {
    throw ruleBroken(`"from" and "to" may be at most ${longestMs / HOUR_MS} hours apart`, 'from');
  }
  return { from, to };
}

/** Throws unless the range holds at least a millisecond. */
export function requireOrder({ from, to }: TimeRange): void {
  if (from.getTime() >= to.getTime()) throw ruleBroken('"from" must lie before "to"', 'from');
}

/** Never before 1970: nothing is older, and ids of older moments do not exist. */
const shifted = (at: Date, byMs: number) => new Date(Math.max(0, at.getTime() + byMs));
