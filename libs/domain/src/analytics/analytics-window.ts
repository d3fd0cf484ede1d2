import { requireOrder, type TimeRange } from '../check-result/result-window.js';
import { ruleBroken } from '../domain-error.js';
import { quickRange, type QuickRange } from './quick-range.js';

/** The longest window of a report, in days: more than the longest retention of raw results and a year of rollups. */
export const LONGEST_REPORT_DAYS = 400;

const DAY_MS = 86_400_000;

/**
 * Spec 4.2: `from` and `to` override `quickRange`, also one of them alone: without `to` the window ends `now`, without
 * `from` it is the 24 hours before `to`.
 */
export function analyticsWindow(asked: Partial<TimeRange> & { quickRange: QuickRange }, now: Date): TimeRange {
  if (!asked.from && !asked.to) return quickRange(asked.quickRange, now);
  const to = asked.to ?? now;
  const from = asked.from ?? new Date(Math.max(0, to.getTime() - DAY_MS));
  requireOrder({ from, to });
  if (to.getTime() - from.getTime() > LONGEST_REPORT_DAYS * DAY_MS) {
    throw ruleBroken(`"from" and "to" may be at most ${LONGEST_REPORT_DAYS} days apart`, 'from');
  }
  return { from, to };
}
