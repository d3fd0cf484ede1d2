import type { Check } from './check.js';
import { RUNNABLE_TYPES } from './check-type.js';
import { periodOf, spread } from './frequency.js';

/** When and where a check runs, with everything that bears on it worked in. Decision 25. */
export interface EffectiveSchedule {
  active: boolean;
  periodMs: number;
  /** Runs lie at phase + n * period since the unix epoch. */
  phaseMs: number;
  runParallel: boolean;
  /** Slug names of private locations. Public locations have no agents in a self-hosted service. */
  locations: string[];
}

export function effectiveSchedule(check: Check): EffectiveSchedule {
  const periodMs = periodOf(check);
  const locations = check.privateLocations ?? [];
  return {
    active: check.activated && locations.length > 0 && RUNNABLE_TYPES.includes(check.checkType),
    periodMs,
    phaseMs: phaseOf(check, periodMs),
    runParallel: check.runParallel,
    locations,
  };
}

/** The milliseconds come from the id, so that checks with the same offset do not all start on the full second. */
function phaseOf({ id, frequency, frequencyOffset }: Check, periodMs: number): number {
  const random = spread(id);
  return frequency === 0 ? random % periodMs : (frequencyOffset * 1_000 + (random % 1_000)) % periodMs;
}

/**
 * When a check that starts at `now` runs next (unix milliseconds): the first point of its grid that is at least half a
 * period away. So there is no drift, no burst after a pause, and a first run off the grid is not followed too closely.
 * The claim computes the same in SQL.
 */
export function nextRunAt(now: number, periodMs: number, phaseMs: number): number {
  return firstRunFrom(now + periodMs / 2, periodMs, phaseMs);
}

/** The first point of a check's grid at or after `at` (unix milliseconds): where it goes on after a maintenance window. */
export function firstRunFrom(at: number, periodMs: number, phaseMs: number): number {
  return Math.ceil((at - phaseMs) / periodMs) * periodMs + phaseMs;
}

/** Reference 5.1: all locations at once, or one after the other. `rotation` counts the runs of the check. */
export function locationsOfRun(
  { runParallel, locations }: Pick<EffectiveSchedule, 'runParallel' | 'locations'>,
  rotation: number,
): string[] {
  return runParallel ? locations : locations.slice(rotation % locations.length).slice(0, 1);
}
