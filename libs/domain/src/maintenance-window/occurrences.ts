import type { TimeRange } from '../check-result/result-window.js';
import { LAST_MOMENT, type Recurrence, type RepeatUnit } from './maintenance-window.js';

export interface Occurrence {
  startsAt: Date;
  endsAt: Date;
}

const DAY_MS = 86_400_000;
const MONTHS_PER_YEAR = 12;
/** Milliseconds of units that are always equally long. */
const LENGTHS: Record<Exclude<RepeatUnit, 'MONTH'>, number> = { DAY: DAY_MS, WEEK: 7 * DAY_MS };

/**
 * The occurrences of which any part lies in the range, oldest first, at most `limit`. Reference 5.9: every `repeatInterval`
 * units from the first start, each as long as the first one; the day of a month falls back to the last one there is,
 * always counted from the first start, so that it does not drift. In UTC. Whatever would end after the year 9999 does not
 * happen. Work is proportional to what is answered, however long ago the first one was.
 */
export function occurrencesIn(window: Recurrence, { from, to }: TimeRange, limit: number): Occurrence[] {
  const found: Occurrence[] = [];
  for (let n = firstEndingAfter(window, from.getTime()); found.length < limit; n += 1) {
    const occurrence = occurrenceOf(window, n);
    if (occurrence === null || occurrence.startsAt >= to) break;
    found.push(occurrence);
  }
  return found;
}

/** Of all occurrences that start at or before `at` (unix milliseconds) the last one; null when there is none. */
export function lastStartingBy(window: Recurrence, at: number): Occurrence | null {
  const last = lastOccurrence(window);
  return at < window.startsAt.getTime() ? null : occurrenceOf(window, Math.min(indexOf(window, at), last));
}

/** Which is the first to end after `at` (unix milliseconds), counted from 0. */
export function firstEndingAfter(window: Recurrence, at: number): number {
  const before = at - durationOf(window);
  return before < window.startsAt.getTime() ? 0 : indexOf(window, before) + 1;
}

/** The `n`th occurrence, counted from 0; null when there are not so many. */
export function occurrenceOf(window: Recurrence, n: number): Occurrence | null {
  if (n > lastOccurrence(window)) return null;
  const startsAt = startOf(window, n);
  return { startsAt: new Date(startsAt), endsAt: new Date(startsAt + durationOf(window)) };
}

/** The first one always happens. `repeatEndsAt` names the last day on which another one may begin (reference N-2). */
function lastOccurrence(window: Recurrence): number {
  if (window.repeatInterval === null) return 0;
  const end = LAST_MOMENT.getTime() - durationOf(window);
  const day = window.repeatEndsAt === null ? end : dayOf(window.repeatEndsAt.getTime()) + DAY_MS - 1;
  return Math.max(0, indexOf(window, Math.min(day, end)));
}

/** Which is the last to start at or before `at`, if it repeated for ever; below 0 when the first one starts later. */
function indexOf(window: Recurrence, at: number): number {
  const { startsAt, repeatUnit, repeatInterval } = window;
  if (repeatInterval === null) return at < startsAt.getTime() ? -1 : 0;
  if (repeatUnit !== 'MONTH') return Math.floor((at - startsAt.getTime()) / (LENGTHS[repeatUnit] * repeatInterval));
  // At most one occurrence lies in a month: the one of the same month may still be to come.
  const n = Math.floor((monthOf(at) - monthOf(startsAt.getTime())) / repeatInterval);
  return n >= 0 && startOf(window, n) > at ? n - 1 : n;
}

function startOf({ startsAt, repeatUnit, repeatInterval }: Recurrence, n: number): number {
  const first = startsAt.getTime();
  const units = n * (repeatInterval ?? 0);
  return repeatUnit === 'MONTH' ? addMonths(first, units) : first + units * LENGTHS[repeatUnit];
}

/** The same day and time `months` later, or the last day of that month where it is shorter. */
function addMonths(at: number, months: number): number {
  const month = monthOf(at) + months;
  const [year, ofYear] = [Math.floor(month / MONTHS_PER_YEAR), month % MONTHS_PER_YEAR];
  const date = new Date(at);
  const day = Math.min(date.getUTCDate(), daysIn(year, ofYear));
  // Date.UTC takes the years 0 to 99 for those of the last century.
  return date.setUTCFullYear(year, ofYear, day);
}

/** The 0th day of the next month. */
const daysIn = (year: number, month: number) => new Date(new Date(0).setUTCFullYear(year, month + 1, 0)).getUTCDate();

/** Months since the year 0. */
function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth();
}

const dayOf = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;
const durationOf = ({ startsAt, endsAt }: Recurrence) => endsAt.getTime() - startsAt.getTime();
