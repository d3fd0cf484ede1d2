import type { TimeRange } from '#domain';
import { idFloor } from '#persistence';

/** A run's id, and with it that of its results, is made before the run starts, and it starts at most a day later. */
const LONGEST_START_MS = 86_400_000;
/** By how much the clocks of replicas and of the database may differ. */
const CLOCK_SLACK_MS = 300_000;

/**
 * The ids that results started within a range can have, the last one excluded: the bounds by which PostgreSQL leaves the
 * partitions of other days alone (decision 20).
 */
export function resultIds({ from, to }: TimeRange): [first: string, beyond: string] {
  return [idFloor(Math.max(0, from.getTime() - LONGEST_START_MS)), idFloor(to.getTime() + CLOCK_SLACK_MS)];
}
