import {
  effectiveSchedule,
  needsRuntime,
  withGroup,
  type AccountId,
  type Check,
  type GroupSettings,
  type Scripts,
} from '#domain';
import type { Transaction } from '#persistence';
import { lockWindows, settlePauses } from '../maintenance-windows/index.js';

const OF_CHECK = 'check_groups g WHERE g.account_id = c.account_id AND g.id = c.group_id';
const SETTINGS = `json_build_object('activated', g.activated, 'muted', g.muted, 'tags', g.tags, 'locations', g.locations,
  'privateLocations', g.private_locations, 'doubleCheck', g.double_check, 'runParallel', g.run_parallel,
  'retryStrategy', g.retry_strategy, 'useGlobalAlertSettings', g.use_global_alert_settings,
  'alertSettings', g.alert_settings, 'runtimeId', g.runtime_id, 'apiCheckDefaults', g.api_check_defaults)`;

/** SQL of the settings of a check's group: the second argument of `withGroup`; null without a group. For a check `c`, as all below. */
export const GROUP_SETTINGS = `(SELECT ${SETTINGS} FROM ${OF_CHECK})`;

/** SQL of whether a check alerts nobody: it or its group is muted (reference 5.6). */
export const IS_MUTED = `(c.muted OR EXISTS (SELECT FROM ${OF_CHECK} AND g.muted))`;

/** SQL of the tags of a check and of its group (reference 5.6). */
export const ALL_TAGS = `(c.tags || coalesce((SELECT g.tags FROM ${OF_CHECK}), '{}'))`;

/** Groups cannot change, nor be deleted, until the transaction ends. By id: no deadlocks. */
const LOCK_GROUPS = `SELECT g.id, ${SETTINGS} AS settings, json_build_object('setupSnippetId', g.setup_snippet_id,
    'tearDownSnippetId', g.tear_down_snippet_id, 'localSetupScript', left(g.local_setup_script, 1),
    'localTearDownScript', left(g.local_tear_down_script, 1)) AS scripts FROM check_groups g
  WHERE g.account_id = $1 AND g.id = ANY ($2) ORDER BY g.id FOR SHARE`;

const MEMBERS = `SELECT c.id, c.check_type AS "checkType", c.activated, c.muted, c.tags, c.locations,
    c.private_locations AS "privateLocations", c.double_check AS "doubleCheck", c.run_parallel AS "runParallel",
    c.retry_strategy AS "retryStrategy", c.use_global_alert_settings AS "useGlobalAlertSettings",
    c.alert_settings AS "alertSettings", c.runtime_id AS "runtimeId", c.frequency, c.frequency_offset AS "frequencyOffset",
    json_build_object('setupSnippetId', c.settings -> 'setupSnippetId', 'tearDownSnippetId', c.settings -> 'tearDownSnippetId',
      'localSetupScript', left(c.settings ->> 'localSetupScript', 1),
      'localTearDownScript', left(c.settings ->> 'localTearDownScript', 1)) AS settings
  FROM checks c WHERE c.account_id = $1 AND c.group_id = $2`;

/** SQL of the runtime that a run needs, where `needed`: the given one of the check or its group, else the account's (`$1`). */
export const runtimeIdSql = (needed: string, given: string) =>
  `CASE WHEN ${needed} THEN coalesce(${given}, (SELECT a.runtime_id FROM accounts a WHERE a.account_id = $1)) END`;

/** A changed schedule starts anew at once; an unchanged one keeps its next run. Locks by check, as ingestion does. */
const CHANGE_SCHEDULES = `
  WITH given AS (
    SELECT * FROM json_to_recordset($2::json) AS n (check_id uuid, active boolean, period_ms bigint, phase_ms bigint,
      run_parallel boolean, locations text[], needs_runtime boolean, runtime text)
  ), n AS MATERIALIZED (
    SELECT given.*, ${runtimeIdSql('given.needs_runtime', 'given.runtime')} AS runtime_id FROM given
  ), differing AS (
    SELECT s.check_id FROM check_schedules s JOIN n ON s.check_id = n.check_id
    WHERE s.account_id = $1 AND (s.active, s.period_ms, s.phase_ms, s.run_parallel, s.locations, s.runtime_id)
      IS DISTINCT FROM (n.active, n.period_ms, n.phase_ms, n.run_parallel, n.locations, n.runtime_id)
    ORDER BY s.check_id FOR UPDATE OF s
  )
  UPDATE check_schedules s SET active = n.active, period_ms = n.period_ms, phase_ms = n.phase_ms,
    run_parallel = n.run_parallel, locations = n.locations, runtime_id = n.runtime_id,
    next_run_at = CASE WHEN s.active AND s.period_ms = n.period_ms AND s.phase_ms = n.phase_ms THEN s.next_run_at ELSE now() END
  FROM differing JOIN n USING (check_id)
  WHERE s.account_id = $1 AND s.check_id = differing.check_id`;

/** What of a check's group bears on its schedule. Of scripts no more than whether there are any. */
export interface LockedGroup {
  settings: GroupSettings;
  scripts: Scripts;
}

/** The schedule of a check in its group, with what its runs need of an agent. */
export function scheduleOf(check: Check, group: LockedGroup | null) {
  const grouped = withGroup(check, group?.settings ?? null);
  return {
    ...effectiveSchedule(grouped),
    needsRuntime: needsRuntime(check.checkType, check.settings as Scripts, group?.scripts ?? null),
    runtimeId: grouped.runtimeId,
  };
}

/**
 * The settings of a check's group, locked. `alsoLock` is the group it was in before: whoever changes a group finds each
 * member either before or after its own change.
 */
export async function lockGroup(
  transaction: Transaction,
  account: AccountId,
  groupId: number | null,
  alsoLock: number | null = null,
): Promise<LockedGroup | null> {
  const ids = [...new Set([groupId, alsoLock])].filter((id) => id !== null);
  if (ids.length === 0) return null;
  const rows = await transaction.rows<LockedGroup & { id: number }>(LOCK_GROUPS, [account, ids]);
  return rows.find(({ id }) => id === groupId) ?? null;
}

/** The members of a group, which is locked, run, and pause, as it now says: a few statements however many there are. */
export async function rescheduleMembers(transaction: Transaction, account: AccountId, groupId: number): Promise<void> {
  const group = await lockGroup(transaction, account, groupId);
  const members = await transaction.rows<Check>(MEMBERS, [account, groupId]);
  const schedules = members.map((check) => {
    const { active, periodMs, phaseMs, runParallel, locations, ...needs } = scheduleOf(check, group);
    return {
      check_id: check.id,
      active,
      period_ms: periodMs,
      phase_ms: phaseMs,
      run_parallel: runParallel,
      locations,
      needs_runtime: needs.needsRuntime,
      runtime: needs.runtimeId,
    };
  });
  if (schedules.length === 0) return;
  await lockWindows(transaction, account);
  await transaction.rows(CHANGE_SCHEDULES, [account, JSON.stringify(schedules)]);
  await settlePauses(
    transaction,
    account,
    members.map(({ id }) => id),
  );
}
