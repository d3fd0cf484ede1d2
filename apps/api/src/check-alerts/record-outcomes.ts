import { decideAlert, groupedBy, type AccountId, type CheckCondition } from '#domain';
import { momentOf, newId, type Transaction } from '#persistence';
import { readWatched, writeAlerts, type NewAlert, type ProblemChange, type WatchedCheck } from './alert-records.js';

/** What was found out about a check: by a run in all its locations, or without one, such as a heartbeat that did not come. */
export interface CheckOutcome {
  accountId: AccountId;
  checkId: string;
  /** Null: nothing can be said (yet). Tell it all the same, so that older outcomes of the same call are known to be older. */
  condition: CheckCondition | null;
  /** The run; null where there is none. */
  sessionId: string | null;
  /** The result that is shown for it; null where there is none. */
  resultId: string | null;
  /** How many of the run's locations fail so far, and how many it has. 1 of 1 where there is no run. */
  failing: number;
  locations: number;
  runLocation: string;
  /** Milliseconds. */
  responseTime: number;
  statusCode: number | null;
  error: string | null;
  startedAt: Date;
}

/**
 * Moves the alert state of checks on and writes down what is worth an alert (reference 5.5): two statements at most, whatever
 * the number of outcomes, and one where nothing changes. Outcomes of a check are applied in the order of their runs; a call
 * whose newest run is older than one that is known by now (`check_statuses`) comes too late and changes nothing.
 *
 * The caller holds a lock on the status of each check (writing it is enough), so that no two calls decide about the
 * same check at once. Checks that are deleted meanwhile are passed over.
 */
export async function recordOutcomes(transaction: Transaction, outcomes: CheckOutcome[]): Promise<void> {
  const byCheck = groupedBy(outcomes, keyOf);
  const known = [...byCheck.values()].filter((each) => each.some(({ condition }) => condition !== null));
  if (known.length === 0) return;
  const watched = await readWatched(transaction, known.map(askedOf));
  const now = new Date();
  const changes: ProblemChange[] = [];
  const alerts: NewAlert[] = [];
  for (const check of watched) {
    const own = byCheck.get(keyOf(check))!.toSorted((a, b) => momentOfOutcome(a) - momentOfOutcome(b));
    if (check.newest !== null && momentOfOutcome(own.at(-1)!) < check.newest) continue;
    let { problem } = check;
    for (const outcome of own) {
      if (outcome.condition === null) continue;
      const verdict = { ...outcome, condition: outcome.condition, runId: outcome.sessionId, at: outcome.startedAt };
      const decision = decideAlert(problem, verdict, check.rule, now);
      problem = decision.problem;
      if (decision.alertType !== 'NO_ALERT') alerts.push(alertOf(check, outcome, decision.alertType, now));
    }
    if (problem !== check.problem) changes.push({ accountId: check.accountId, checkId: check.checkId, problem });
  }
  await writeAlerts(transaction, changes, alerts);
}

/** Sessions carry their moment; without one it is when the outcome began. */
const momentOfOutcome = ({ sessionId, startedAt }: CheckOutcome) =>
  sessionId === null ? startedAt.getTime() : momentOf(sessionId);

const keyOf = ({ accountId, checkId }: { accountId: AccountId; checkId: string }) => `${accountId}/${checkId}`;

function askedOf(outcomes: CheckOutcome[]) {
  const { accountId, checkId } = outcomes[0]!;
  const isBad = outcomes.some(({ condition }) => condition === 'failing' || condition === 'degraded');
  return { accountId, checkId, isBad };
}

/** Spec 2.7: the status is that of API checks only, the error that of a failing check. */
function alertOf(check: WatchedCheck, outcome: CheckOutcome, alertType: NewAlert['alert_type'], now: Date): NewAlert {
  const { accountId, checkId, resultId, runLocation, responseTime, statusCode, error, startedAt } = outcome;
  return {
    account_id: accountId,
    id: newId(now.getTime()),
    check_id: checkId,
    name: check.name,
    check_type: check.checkType,
    alert_type: alertType,
    run_location: runLocation,
    response_time: responseTime,
    error: outcome.condition === 'failing' ? error : null,
    status_code: check.checkType === 'API' && statusCode !== null ? String(statusCode) : null,
    check_result_id: resultId,
    started_at: startedAt,
    created_at: now,
  };
}
