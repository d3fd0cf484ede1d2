import { idFloor } from '#persistence';

/** Runs live for minutes; looking back two days, in milliseconds, keeps old partitions out of every plan. */
const LOOK_BACK_MS = 2 * 86_400_000;

/** The smallest id of a run that may still go on. Older ones are only given up (`IngestionService.giveUp`). */
export const openRunsSince = (): string => idFloor(Date.now() - LOOK_BACK_MS);
