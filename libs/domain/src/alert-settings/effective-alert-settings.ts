import { DEFAULT_ALERT_SETTINGS, type AlertSettings } from './alert-settings.js';

/** Alert settings of a check or group, and whether it leaves them to the account. */
export interface OwnAlertSettings {
  useGlobalAlertSettings: boolean | null;
  alertSettings: Partial<AlertSettings> | null;
}

/**
 * Reference 5.5, "Level": those of the group where it has a say (null says nothing), else those of the check; the account's
 * where one of them says so or has none of its own. What is missing in them is as the defaults have it.
 */
export function effectiveAlertSettings(
  account: Partial<AlertSettings>,
  check: OwnAlertSettings,
  group: OwnAlertSettings | null = null,
): AlertSettings {
  const decides = group && hasSay(group) ? group : check;
  const chosen = decides.useGlobalAlertSettings ? account : (decides.alertSettings ?? account);
  return { ...DEFAULT_ALERT_SETTINGS, ...chosen };
}

const hasSay = ({ useGlobalAlertSettings, alertSettings }: OwnAlertSettings) =>
  useGlobalAlertSettings === true || alertSettings !== null;
