import { isOpen, type SessionTally } from '../check-session/check-session.js';

/** How a check does, as alerts see it. */
export const CHECK_CONDITIONS = ['passing', 'degraded', 'failing'] as const;
export type CheckCondition = (typeof CHECK_CONDITIONS)[number];

/**
 * What a run of a check in all its locations says about it: the worst of its results. A failure counts at once; anything
 * better only when no location is left that could still fail, or a check that fails in one place would recover with each
 * run. Null while that is open, and when no location could tell: what the platform failed, or nobody ran, is unknown.
 */
export function conditionOf(tally: SessionTally): CheckCondition | null {
  if (tally.failed > 0) return 'failing';
  if (isOpen(tally)) return null;
  if (tally.degraded > 0) return 'degraded';
  return tally.passed > 0 ? 'passing' : null;
}
