import type { ReportVerdict, RunReport } from '#agent-protocol';
import { MAX_HAND_BACKS, MAX_TAKEOVERS, planRetry, QUEUE_TIME_MS, retryLocation, retryStrategyOf } from '#domain';
import { resultId } from '#persistence';
import { errorColumns } from '../error-groups/index.js';
import { phaseColumns, type LockedRun, type RunOutcome, type StoredResult } from '../runs/index.js';

/** Whether a report may be stored: once, and only by whoever holds the run (decisions 22, 23). */
export function judge(run: LockedRun | undefined, report: RunReport, isStored: boolean): ReportVerdict {
  if (isStored) return 'duplicate';
  if (!run || run.state === 'done' || run.token !== report.token || run.attempt !== report.attempt) return 'stale';
  return 'accepted';
}

/** The result of an accepted report, and whether the run is over or tried again. `served` are locations with an agent at work. */
export function outcomeOf(run: LockedRun, report: RunReport, served: readonly string[]): RunOutcome {
  const leasedAt = run.leasedAt ?? run.createdAt;
  const stoppedAt = later(leasedAt, report.stoppedAfterMs);
  const reported = {
    ...identity(run),
    result_type: 'FINAL' as const,
    has_failures: report.hasFailures,
    has_errors: report.hasErrors,
    is_degraded: report.isDegraded,
    over_max_response_time: report.overMaxResponseTime,
    aborted: false,
    started_at: later(leasedAt, report.startedAfterMs),
    stopped_at: stoppedAt,
    response_time: report.responseTime,
    status_code: report.statusCode,
    ...phaseColumns(report.timings),
    ssl_days_remaining: daysUntil(report.certificateEnds ?? null, stoppedAt),
    error_message: report.errorMessage,
    detail: report.detail,
    ...(report.metrics && { metrics: report.metrics }),
  };
  const result: StoredResult = { ...reported, ...errorColumns(reported) };
  const retry = report.hasFailures || report.hasErrors ? nextAttempt(run, report, stoppedAt, served) : null;
  return retry ? { result: { ...result, result_type: 'ATTEMPT' }, change: retry } : { result, change: over(run) };
}

/** Decision 24: nobody finished the run. One FINAL that says so; it counts neither as up nor as down. */
export function givenUp(run: LockedRun, now: Date): RunOutcome {
  const outcome = {
    ...identity(run),
    result_type: 'FINAL' as const,
    has_failures: false,
    has_errors: true,
    is_degraded: false,
    over_max_response_time: false,
    aborted: true,
    started_at: run.leasedAt ?? now,
    stopped_at: now,
    response_time: 0,
    status_code: null,
    ...phaseColumns(null),
    error_message: whyGivenUp(run, now),
    detail: null,
  };
  return { result: { ...outcome, ...errorColumns(outcome) }, change: over(run) };
}

function whyGivenUp({ state, token, attempt, losses, location, createdAt }: LockedRun, now: Date): string {
  if (state === 'leased' && losses < MAX_TAKEOVERS) return 'An agent took this run and did not finish it.';
  if (state === 'leased') return `${losses + 1} agents took this run and none finished it.`;
  if (token - attempt - losses >= MAX_HAND_BACKS) return 'Agents took this run and handed it back, again and again.';
  const seconds = Math.min(Math.round((now.getTime() - createdAt.getTime()) / 1_000), QUEUE_TIME_MS / 1_000);
  return `No agent of the location "${location}" took this run within ${seconds} s. Is one running?`;
}

function nextAttempt(
  run: LockedRun,
  { networkError }: RunReport,
  stoppedAt: Date,
  served: readonly string[],
): RunOutcome['change'] | null {
  if (!run.check) return null;
  const strategy = retryStrategyOf(run.check);
  const elapsedMs = stoppedAt.getTime() - (run.firstStartedAt ?? stoppedAt).getTime();
  const waitMs = planRetry(strategy, { attempt: run.attempt, elapsedMs, networkError });
  if (strategy === null || waitMs === null) return null;
  const others = run.check.runParallel
    ? []
    : (run.check.privateLocations ?? []).filter((slug) => slug !== run.location && served.includes(slug));
  const location = retryLocation(strategy, run.location, others, run.attempt);
  return { ...over(run), state: 'queued', attempt: run.attempt + 1, location, wait_ms: waitMs };
}

function identity(run: LockedRun) {
  return {
    account_id: run.accountId,
    id: resultId(run.id, run.location, run.attempt),
    run_id: run.id,
    session_id: run.sessionId,
    check_id: run.checkId,
    check_type: run.checkType,
    run_location: run.location,
    attempt: run.attempt,
  };
}

function over({ accountId, id, attempt, location }: LockedRun): RunOutcome['change'] {
  return { account_id: accountId, id, state: 'done', attempt, location, wait_ms: 0 };
}

const DAY_MS = 86_400_000;

/** Reference 3.10, `sslDaysRemaining`. By the API's clock: what runs tell of times is an offset from their lease. */
const daysUntil = (end: number | null, at: Date) => (end === null ? null : Math.floor((end - at.getTime()) / DAY_MS));

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
