import type { CheckType } from '../check/check-type.js';
import { requireOrder, windowOf, type TimeRange } from '../check-result/result-window.js';
import { ruleBroken } from '../domain-error.js';

const DAY_MS = 86_400_000;
/** Reference 1.4: `from` of a location's metrics is less than 15 days ago. */
export const METRICS_DAYS = 15;
export const SAMPLES_KEPT_DAYS = METRICS_DAYS + 1;
/** The longest window of a report on the quality of schedules, and the one without `from` and `to`. */
export const QUALITY_WINDOW_MS = DAY_MS;
export const USUAL_QUALITY_WINDOW_MS = 3_600_000;

/** Reference 1.4. Throws a rule error for a window that begins too long ago. */
export function metricsWindow({ from, to }: TimeRange, now: Date): TimeRange {
  requireOrder({ from, to });
  if (now.getTime() - from.getTime() >= METRICS_DAYS * DAY_MS)
    throw ruleBroken(`"from" must be less than ${METRICS_DAYS} days ago`, 'from');
  return { from, to };
}

/** Without `from` and `to` the last hour. */
export function qualityWindow(asked: Partial<TimeRange>, now: Date): TimeRange {
  const isOpen = asked.from === undefined && asked.to === undefined;
  return isOpen ? windowOf({}, USUAL_QUALITY_WINDOW_MS, now) : windowOf(asked, QUALITY_WINDOW_MS, now);
}

/** How something is spread, in milliseconds; null of nothing. Percentiles as `percentile_cont` has them. */
export interface Spread {
  avg: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** How well the runs of a type came to an agent in time. */
export interface ScheduleQuality {
  checkType: CheckType;
  /** Runs that an agent took. */
  runs: number;
  /** Runs that ended without an agent. */
  abandoned: number;
  /** From the time of a scheduled run to the agent that takes it; null when none was scheduled. */
  lateness: Spread | null;
  /** From queueing a run to the agent that takes it. */
  queueTime: Spread | null;
}
