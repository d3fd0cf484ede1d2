import { inlined, isoTime, membersOf } from '#persistence';
import { GROUP_SETTINGS } from './group-settings.js';

/** Which of a check's members an answer shows. */
export interface Shown {
  /** Whether locked values are readable (reference 5.7). */
  locked: boolean;
  /** Whether `dependencies` is shown, by types that have it. */
  dependencies?: boolean;
  /** Whether `group` is added, the settings that `withGroup` takes. */
  group?: boolean;
}

/** How a check runs; of heartbeat checks, which do not run, only what the reference leaves them (3.4, 5.8). */
const RUNS = `CASE WHEN c.check_type = 'HEARTBEAT' THEN json_build_object('runParallel', c.run_parallel)
  ELSE json_build_object('runParallel', c.run_parallel, 'locations', c.locations, 'privateLocations', c.private_locations,
    'groupId', c.group_id, 'groupOrder', c.group_order, 'runtimeId', c.runtime_id, 'retryStrategy', c.retry_strategy,
    'frequency', c.frequency, 'frequencyOffset', c.frequency_offset) END`;

/** The members of a check on the wire as PostgreSQL makes them, named and in their order. Those of the type stand in `settings` as they are. */
export const checkView = (
  shown: Shown,
) => `c.id, c.check_type AS "checkType", c.name, c.description, c.activated, c.muted,
  c.double_check AS "doubleCheck", c.should_fail AS "shouldFail", c.tags,
  c.use_global_alert_settings AS "useGlobalAlertSettings", c.alert_settings AS "alertSettings",
  c.trigger_incident AS "triggerIncident", ${membersOf(RUNS)}, ${membersOf(settings(shown))}, '[]'::json AS "alertChannelSubscriptions", NULL AS "alertChannels",
  ${isoTime('c.created_at')} AS created_at, ${isoTime('c.updated_at')} AS updated_at${shown.group ? `, ${GROUP_SETTINGS} AS "group"` : ''}`;

function settings({ locked, dependencies }: Shown): string {
  const own = locked ? 'c.settings' : 'hide_locked_values(c.settings)';
  const more = `jsonb_build_object('dependencies', c.dependencies)`;
  return dependencies ? `CASE WHEN c.dependencies IS NULL THEN ${own} ELSE ${own} || ${more} END` : own;
}

/** SQL of one check as JSON text: account `$1`, id `$2`. */
export const oneCheck = (shown: Shown, also = '') =>
  `SELECT ${inlined('row_to_json(item)::text')} AS json
   FROM (SELECT ${checkView(shown)} FROM checks c WHERE c.account_id = $1 AND c.id = $2 ${also}) item`;

export const NEWEST_FIRST = 'ORDER BY c.created_at DESC, c.id DESC';
