/** Spec 3.2. */
export const SESSION_STATUSES = [
  'STARTED',
  'PROGRESS',
  'FAILED',
  'PASSED',
  'DEGRADED',
  'PROGRESS_FAILED',
  'PROGRESS_DEGRADED',
  'TIMED_OUT',
  'CANCELLED',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Reference N-13: the statuses a session ends in. */
export const FINAL_SESSION_STATUSES: readonly SessionStatus[] = [
  'PASSED',
  'FAILED',
  'DEGRADED',
  'TIMED_OUT',
  'CANCELLED',
];

/** Spec 2.14: what triggered a session. */
export const RUN_SOURCES = [
  'CLI_DEPLOY',
  'DEPLOYMENT',
  'DEPLOYMENT_CACHE_WARMER',
  'EDITOR',
  'GROUP_RUN_ALL',
  'LEGACY_TRIGGER',
  'SCHEDULER',
  'SCHEDULE_NOW',
  'TEST_NO_RECORD',
  'TEST_RECORD',
  'TRIGGER_NO_RECORD',
  'TRIGGER_RECORD',
  'TRIGGER_API',
] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** How the runs of a session have ended so far; `runs` is how many there are, one per location. */
export interface SessionTally {
  runs: number;
  passed: number;
  degraded: number;
  failed: number;
  /** Runs that the platform failed: the target's state is unknown. */
  errored: number;
  /** Runs nobody finished (decision 24). */
  aborted: number;
}

/**
 * The status of a session that has at least one result (before that it is STARTED). While runs are open the worst result
 * so far shows; at the end the worst of all: failed (a platform fault, too), then timed out, then degraded. Reference N-13,
 * decision 24.
 */
export function sessionStatus(tally: SessionTally): SessionStatus {
  const { degraded, failed, errored, aborted } = tally;
  const open = isOpen(tally);
  if (failed + errored > 0) return open ? 'PROGRESS_FAILED' : 'FAILED';
  if (aborted > 0 && !open) return 'TIMED_OUT';
  if (degraded > 0) return open ? 'PROGRESS_DEGRADED' : 'DEGRADED';
  return open ? 'PROGRESS' : 'PASSED';
}

/** Whether runs of the session have not ended yet. */
export function isOpen({ runs, passed, degraded, failed, errored, aborted }: SessionTally): boolean {
  return passed + degraded + failed + errored + aborted < runs;
}

/** Which run of a session a FINAL result counts as. */
export function tallyOf(final: {
  aborted: boolean;
  hasFailures: boolean;
  hasErrors: boolean;
  isDegraded: boolean;
}): keyof Omit<SessionTally, 'runs'> {
  if (final.aborted) return 'aborted';
  if (final.hasErrors) return 'errored';
  if (final.hasFailures) return 'failed';
  return final.isDegraded ? 'degraded' : 'passed';
}
