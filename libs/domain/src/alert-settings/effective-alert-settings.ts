import { DEFAULT_ALERT_SETTINGS, type AlertSettings } from './alert-settings.js';

/** Alert settings of a check or group, and whether it leaves them to the account. */
export interface OwnAlertSettings {
  useGlobalAlertSettings: boolean | null;
  alertSettings: Partial<AlertSettings> | null;
}

/**
 * Reference 5.5, "Level", and 5.6: whose they are and what they are says the group where it is not null, else the check, each
 * of the two for itself; the account's where that is said or neither has any. What is missing in them is as the defaults have it.
 */
export function effectiveAlertSettings(
  account: Partial<AlertSettings>,
  check: OwnAlertSettings,
  group: OwnAlertSettings | null = null,
): AlertSettings {
  const own = group?.alertSettings ?? check.alertSettings ?? account;
  const chosen = (group?.useGlobalAlertSettings ?? check.useGlobalAlertSettings) ? account : own;
  return { ...DEFAULT_ALERT_SETTINGS, ...chosen };
}
