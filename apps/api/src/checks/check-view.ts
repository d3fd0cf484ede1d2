import { isoTime } from '#persistence';

/** What `UrlCheckView.of` makes of a row, as PostgreSQL makes it: the members of a check on the wire, named and in their order. */
export const CHECK_VIEW = `c.id, c.check_type AS "checkType", c.name, c.description, c.activated, c.muted,
  c.double_check AS "doubleCheck", c.should_fail AS "shouldFail", c.run_parallel AS "runParallel", c.locations,
  c.private_locations AS "privateLocations", c.tags, c.use_global_alert_settings AS "useGlobalAlertSettings",
  c.alert_settings AS "alertSettings", c.group_id AS "groupId", c.group_order AS "groupOrder", c.runtime_id AS "runtimeId",
  c.retry_strategy AS "retryStrategy", c.trigger_incident AS "triggerIncident", c.frequency,
  c.frequency_offset AS "frequencyOffset", c.degraded_response_time AS "degradedResponseTime",
  c.max_response_time AS "maxResponseTime", c.request, '[]'::json AS "alertChannelSubscriptions",
  ${isoTime('c.created_at')} AS created_at, ${isoTime('c.updated_at')} AS updated_at`;
