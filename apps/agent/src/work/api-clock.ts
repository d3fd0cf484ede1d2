import type { Outcome } from '../probes/probe.js';
import type { JobLogLine } from '../scripts/script.js';

/** So much is the way of an answer, and what clocks that are kept differ by. */
const TOLERATED_MS = 2_000;

/**
 * By how many milliseconds the API's clock is ahead of this machine's, whose own may be off by hours: what a person reads in
 * results is in the API's time. `apiNow` came with an answer just now; undefined, from an older API, counts as no difference.
 */
export function clockOffMs(apiNow: number | undefined, now = Date.now()): number {
  const off = (apiNow ?? now) - now;
  return Math.abs(off) < TOLERATED_MS ? 0 : Math.round(off);
}

/** The outcome with the lines of its log in the API's time. */
export function inApiTime(outcome: Outcome, offMs: number): Outcome {
  const detail = outcome.detail as { jobLog?: JobLogLine[] | null } | null;
  if (offMs === 0 || !detail?.jobLog) return outcome;
  const jobLog = detail.jobLog.map((line) => ({ ...line, time: line.time + offMs }));
  return { ...outcome, detail: { ...detail, jobLog } };
}
