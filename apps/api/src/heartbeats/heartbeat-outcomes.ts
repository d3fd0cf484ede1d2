import type { AccountId } from '#domain';
import type { Transaction } from '#persistence';
import { recordOutcomes, type CheckOutcome } from '../check-alerts/index.js';

/** Whether a heartbeat check passes since `at`: `error` says why it does not. */
export interface HeartbeatOutcome {
  accountId: AccountId;
  checkId: string;
  error: string | null;
  at: Date;
}

const WRITE_STATUS = {
  name: 'heartbeat_status',
  text: `
  INSERT INTO check_statuses (account_id, check_id, has_failures, has_errors, is_degraded)
  SELECT n.account_id, n.check_id, n.failing, false, false FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) AS n (account_id, check_id, failing)
  ORDER BY n.check_id
  ON CONFLICT (account_id, check_id) DO UPDATE SET has_failures = excluded.has_failures, updated_at = now()`,
};

/** What a ping, or one that did not come, means for the status of its check and for alerts. */
export async function noteOutcomes(transaction: Transaction, outcomes: HeartbeatOutcome[]): Promise<void> {
  await transaction.rows(WRITE_STATUS, [
    outcomes.map(({ accountId }) => accountId),
    outcomes.map(({ checkId }) => checkId),
    outcomes.map(({ error }) => error !== null),
  ]);
  await recordOutcomes(transaction, outcomes.map(alertOutcomeOf));
}

/** There is no run behind it, and no place where it ran. */
function alertOutcomeOf({ accountId, checkId, error, at }: HeartbeatOutcome): CheckOutcome {
  return {
    accountId,
    checkId,
    condition: error === null ? 'passing' : 'failing',
    sessionId: null,
    resultId: null,
    failing: error === null ? 0 : 1,
    locations: 1,
    runLocation: '',
    responseTime: 0,
    statusCode: null,
    error,
    startedAt: at,
  };
}
