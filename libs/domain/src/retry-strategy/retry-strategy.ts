import type { CheckType } from '../check/check-type.js';

/** Reference 3.6. */
export const RETRY_TYPES = ['FIXED', 'LINEAR', 'EXPONENTIAL', 'SINGLE_RETRY'] as const;
export type RetryType = (typeof RETRY_TYPES)[number];
export const RETRY_ONLY_ON = ['NETWORK_ERROR'] as const;

export interface RetryStrategy {
  type: RetryType;
  baseBackoffSeconds: number;
  /** Not of SINGLE_RETRY, nor is the duration. */
  maxRetries?: number;
  /** Waiting and running together. */
  maxDurationSeconds?: number;
  sameRegion: boolean;
  onlyOn: (typeof RETRY_ONLY_ON)[number][];
}

/** The most that reference 3.6 permits as `maxDurationSeconds`, in milliseconds. */
const LONGEST_WAIT_MS = 600_000;

/** Reference 3.6: of other types network errors are not told apart, so that every failure is tried again. */
const TELL_NETWORK_ERRORS: readonly CheckType[] = ['API', 'URL'];

/** A strategy as it holds for checks of a type. */
export const strategyFor = (checkType: CheckType, strategy: RetryStrategy): RetryStrategy =>
  TELL_NETWORK_ERRORS.includes(checkType) ? strategy : { ...strategy, onlyOn: [] };

/** As it is stored and answered: a single retry has no number of retries and no duration (reference 3.6). */
export function storedStrategy<S extends RetryStrategy | string | null | undefined>(strategy: S): S {
  if (typeof strategy !== 'object' || strategy?.type !== 'SINGLE_RETRY') return strategy;
  const { maxRetries: _retries, maxDurationSeconds: _duration, ...stored } = strategy;
  return stored as S;
}

/** Reference 3.6: what the deprecated `doubleCheck` stands for. */
export const DOUBLE_CHECK: RetryStrategy = {
  type: 'FIXED',
  baseBackoffSeconds: 0,
  maxRetries: 1,
  maxDurationSeconds: 600,
  sameRegion: false,
  onlyOn: [],
};

/** The strategy in force: the check's own, else that of `doubleCheck`, else none. */
export function retryStrategyOf(check: {
  retryStrategy: RetryStrategy | null;
  doubleCheck: boolean;
}): RetryStrategy | null {
  return check.retryStrategy ?? (check.doubleCheck ? DOUBLE_CHECK : null);
}

export interface FailedAttempt {
  /** From 1. */
  attempt: number;
  /** Since the first attempt began, in milliseconds. */
  elapsedMs: number;
  networkError: boolean;
}

/**
 * How long to wait before the next attempt, in milliseconds; null when the failed one was the last. Reference 5.2. A retry
 * that could not begin within `maxDurationSeconds` is not made; SINGLE_RETRY, which has no such bound, waits 600 s at most:
 * its check would not be started again meanwhile.
 */
export function planRetry(
  strategy: RetryStrategy | null,
  { attempt, elapsedMs, networkError }: FailedAttempt,
): number | null {
  if (!strategy) return null;
  const { maxRetries = 1, maxDurationSeconds = 600 } = strategy;
  if (attempt > (strategy.type === 'SINGLE_RETRY' ? 1 : maxRetries)) return null;
  if (strategy.onlyOn.length > 0 && !networkError) return null;
  const waitMs = backoffSeconds(strategy, attempt) * 1_000;
  if (strategy.type === 'SINGLE_RETRY') return Math.min(waitMs, LONGEST_WAIT_MS);
  return elapsedMs + waitMs > Math.min(maxDurationSeconds * 1_000, LONGEST_WAIT_MS) ? null : waitMs;
}

/** FIXED: base each time; LINEAR: base x n (5, 10, 15); EXPONENTIAL: base to the power of n (5, 25, 125). */
function backoffSeconds({ type, baseBackoffSeconds }: RetryStrategy, attempt: number): number {
  if (type === 'LINEAR') return baseBackoffSeconds * attempt;
  if (type === 'EXPONENTIAL') return baseBackoffSeconds ** attempt;
  return baseBackoffSeconds;
}

/** Where the next attempt runs: elsewhere when the strategy wants that and somewhere else is known to be served. Reference 5.2. */
export function retryLocation(
  strategy: RetryStrategy,
  current: string,
  others: readonly string[],
  attempt: number,
): string {
  if (strategy.sameRegion || others.length === 0) return current;
  return others[(attempt - 1) % others.length]!;
}
