import type {
  AccountId,
  CheckType,
  ResultType,
  RetryStrategy,
  SessionStatus,
  SessionTally,
  TimingPhases,
} from '#domain';

/** A run under a lock, with what of its check decides about retries (null when the check was deleted meanwhile). */
export interface LockedRun {
  accountId: AccountId;
  id: string;
  sessionId: string;
  checkId: string;
  checkType: CheckType;
  location: string;
  state: 'queued' | 'leased' | 'done';
  token: number;
  attempt: number;
  /** How often its agent lost it to another; what was handed back is not lost. */
  losses: number;
  createdAt: Date;
  leasedAt: Date | null;
  firstStartedAt: Date | null;
  check: {
    retryStrategy: RetryStrategy | null;
    doubleCheck: boolean;
    runParallel: boolean;
    privateLocations: string[] | null;
  } | null;
}

/** A result as it is stored. Columns of `check_results`. */
export interface StoredResult {
  account_id: AccountId;
  id: string;
  run_id: string;
  session_id: string;
  check_id: string;
  check_type: CheckType;
  run_location: string;
  attempt: number;
  result_type: ResultType;
  has_failures: boolean;
  has_errors: boolean;
  is_degraded: boolean;
  over_max_response_time: boolean;
  aborted: boolean;
  started_at: Date;
  stopped_at: Date;
  response_time: number;
  status_code: number | null;
  wait: number | null;
  dns: number | null;
  tcp: number | null;
  tls: number | null;
  first_byte: number | null;
  download: number | null;
  error_message: string | null;
  /** The group of a failing result. */
  error_group_id: string | null;
  /** No columns of the result but of its group. */
  error_hash: string | null;
  cleaned_error_message: string | null;
  detail: unknown;
  /** No column of the result but of its check's status: whole days until the target's certificate ends, below 0 afterwards. */
  ssl_days_remaining?: number | null;
  /** Absent where the type has no further numbers. */
  metrics?: Readonly<Record<string, number>>;
}

/** What becomes of a run: over, or queued again for its next attempt. */
export interface RunChange {
  account_id: AccountId;
  id: string;
  state: 'queued' | 'done';
  attempt: number;
  location: string;
  wait_ms: number;
}

/** What one report, or giving up, leads to. */
export interface RunOutcome {
  result: StoredResult;
  change: RunChange;
}

/** Where a session stands. */
export interface SessionProgress extends SessionTally {
  account_id: AccountId;
  id: string;
  check_id: string;
  status: SessionStatus;
  ended: boolean;
}

export const phaseColumns = (timings: TimingPhases | null) => ({
  wait: timings?.wait ?? null,
  dns: timings?.dns ?? null,
  tcp: timings?.tcp ?? null,
  tls: timings?.tls ?? null,
  first_byte: timings?.firstByte ?? null,
  download: timings?.download ?? null,
});
