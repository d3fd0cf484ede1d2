import {
  effectiveAlertSettings,
  type AccountId,
  type AlertRule,
  type AlertType,
  type CheckType,
  type OwnAlertSettings,
  type Problem,
} from '#domain';
import type { Transaction } from '#persistence';
import { GROUP_SETTINGS, IS_MUTED } from '../checks/index.js';

/** A check as far as alerts are concerned. */
export interface WatchedCheck {
  accountId: AccountId;
  checkId: string;
  checkType: CheckType;
  name: string;
  rule: AlertRule;
  /** The moment of the newest run whose results are known; null when there is none. */
  newest: number | null;
  problem: Problem | null;
}

/** A row of `check_alerts`. */
export interface NewAlert {
  account_id: AccountId;
  id: string;
  check_id: string;
  name: string;
  check_type: CheckType;
  alert_type: AlertType;
  run_location: string;
  response_time: number;
  error: string | null;
  status_code: string | null;
  check_result_id: string | null;
  started_at: Date;
  created_at: Date;
}

/** What becomes of a check's row in `check_alert_states`: another one, or none when it passes. */
export interface ProblemChange {
  accountId: AccountId;
  checkId: string;
  problem: Problem | null;
}

interface WatchedRow extends Omit<WatchedCheck, 'rule' | 'problem'>, Problem {
  muted: boolean;
  own: OwnAlertSettings;
  group: OwnAlertSettings | null;
  account: object;
  hasProblem: boolean;
}

/**
 * Only checks that have a problem or may have one now: of those that pass as before nothing but an index is read. They are
 * kept from being deleted until the transaction ends. LATERAL leaves the planner no way but the primary keys.
 */
export const WATCHED = {
  name: 'check_alerts_watched',
  text: `
  WITH asked AS MATERIALIZED (
    SELECT n.account_id, n.check_id, s.condition, s.run_id, s.runs, s.since, s.alerted_at
    FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) AS n (account_id, check_id, bad)
      LEFT JOIN LATERAL (
        SELECT * FROM check_alert_states s WHERE s.account_id = n.account_id AND s.check_id = n.check_id OFFSET 0
      ) s ON true
    WHERE n.bad OR s.check_id IS NOT NULL
    ORDER BY n.check_id
  )
  SELECT s.account_id AS "accountId", c.id AS "checkId", c.check_type AS "checkType", c.name, c.muted, c.own, c."group", a.alert_settings AS account,
    t.last_check_run_id::float8 AS newest, s.condition IS NOT NULL AS "hasProblem", s.condition, s.run_id AS "runId", s.runs,
    s.since, s.alerted_at AS "alertedAt"
  FROM asked s
    CROSS JOIN LATERAL (
      SELECT c.id, c.check_type, c.name, ${IS_MUTED} AS muted, ${GROUP_SETTINGS} AS "group",
        json_build_object('useGlobalAlertSettings', c.use_global_alert_settings, 'alertSettings', c.alert_settings) AS own
      FROM checks c WHERE c.account_id = s.account_id AND c.id = s.check_id FOR KEY SHARE
    ) c
    CROSS JOIN LATERAL (SELECT * FROM accounts a WHERE a.account_id = s.account_id OFFSET 0) a
    LEFT JOIN LATERAL (
      SELECT * FROM check_statuses t WHERE t.account_id = s.account_id AND t.check_id = s.check_id OFFSET 0
    ) t ON true`,
};

/** Problems that ended, that began or went on, and alerts: one statement, because each costs a round trip. */
const WRITE = {
  name: 'check_alerts_write',
  text: `
  WITH ended AS (
    DELETE FROM check_alert_states s USING unnest($1::uuid[], $2::uuid[]) AS n (account_id, check_id)
    WHERE s.account_id = n.account_id AND s.check_id = n.check_id AND s.check_id = ANY ($2::uuid[])
  ), kept AS (
    INSERT INTO check_alert_states (account_id, check_id, condition, run_id, runs, since, alerted_at)
    SELECT * FROM json_to_recordset($3::json) AS n (account_id uuid, check_id uuid, condition text, run_id uuid, runs integer,
      since timestamptz, alerted_at timestamptz)
    ORDER BY n.check_id
    ON CONFLICT (account_id, check_id) DO UPDATE SET condition = excluded.condition, run_id = excluded.run_id,
      runs = excluded.runs, since = excluded.since, alerted_at = excluded.alerted_at
  )
  INSERT INTO check_alerts (account_id, id, check_id, name, check_type, alert_type, run_location, response_time, error,
    status_code, check_result_id, started_at, created_at)
  SELECT * FROM json_to_recordset($4::json) AS n (account_id uuid, id uuid, check_id uuid, name text, check_type text,
    alert_type text, run_location text, response_time float8, error text, status_code text, check_result_id uuid,
    started_at timestamptz, created_at timestamptz)`,
};

/** The checks among these that have a problem, or may have one now: `isBad`. */
export async function readWatched(
  transaction: Transaction,
  checks: { accountId: AccountId; checkId: string; isBad: boolean }[],
): Promise<WatchedCheck[]> {
  const values = [
    checks.map(({ accountId }) => accountId),
    checks.map(({ checkId }) => checkId),
    checks.map(({ isBad }) => isBad),
  ];
  return (await transaction.rows<WatchedRow>(WATCHED, values)).map(watchedOf);
}

export async function writeAlerts(
  transaction: Transaction,
  changes: ProblemChange[],
  alerts: NewAlert[],
): Promise<void> {
  if (changes.length === 0 && alerts.length === 0) return;
  const ended = changes.filter(({ problem }) => problem === null);
  const kept = changes.flatMap(({ accountId, checkId, problem }) =>
    problem ? [rowOf(accountId, checkId, problem)] : [],
  );
  await transaction.rows(WRITE, [
    ended.map(({ accountId }) => accountId),
    ended.map(({ checkId }) => checkId),
    JSON.stringify(kept),
    JSON.stringify(alerts),
  ]);
}

function watchedOf({ muted, own, group, account, hasProblem, ...row }: WatchedRow): WatchedCheck {
  const { condition, runId, runs, since, alertedAt, ...check } = row;
  const problem = hasProblem ? { condition, runId, runs, since, alertedAt } : null;
  return { ...check, rule: { muted, settings: effectiveAlertSettings(account, own, group) }, problem };
}

const rowOf = (accountId: AccountId, checkId: string, { condition, runId, runs, since, alertedAt }: Problem) => ({
  account_id: accountId,
  check_id: checkId,
  condition,
  run_id: runId,
  runs,
  since,
  alerted_at: alertedAt,
});
