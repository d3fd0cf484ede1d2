/** A run that no agent takes within this time is given up. Decision 24. */
export const QUEUE_TIME_MS = 360_000;
/** An agent that dies loses its run to another; after so many the run is given up. Decision 24. */
export const MAX_TAKEOVERS = 5;
/** A draining agent hands its runs back; a run that comes back this often is one that cannot be handed out. */
export const MAX_HAND_BACKS = 100;

export const RESULT_TYPES = ['FINAL', 'ATTEMPT'] as const;
export type ResultType = (typeof RESULT_TYPES)[number];
