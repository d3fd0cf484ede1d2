import { DEFAULT_ALERT_SETTINGS, type AlertSettings } from './alert-settings.js';
import { effectiveAlertSettings, type OwnAlertSettings } from './effective-alert-settings.js';

const runs = (failedRunThreshold: 1 | 2 | 3 | 4 | 5): AlertSettings => ({
  ...DEFAULT_ALERT_SETTINGS,
  runBasedEscalation: { failedRunThreshold },
});
const account = runs(5);
const own = (useGlobalAlertSettings: boolean | null, alertSettings: AlertSettings | null): OwnAlertSettings => ({
  useGlobalAlertSettings,
  alertSettings,
});

it.each<[string, OwnAlertSettings, OwnAlertSettings | null, AlertSettings]>([
  ['the account, as the check says', own(true, runs(2)), null, account],
  ['the check', own(false, runs(2)), null, runs(2)],
  ['the account, as the check has none', own(false, null), null, account],
  ['the group', own(false, runs(2)), own(null, runs(3)), runs(3)],
  ['the group, though the check says account', own(true, runs(2)), own(false, runs(3)), runs(3)],
  ['the account, as the group says', own(false, runs(2)), own(true, runs(3)), account],
  ['the check, as the group says nothing', own(false, runs(2)), own(null, null), runs(2)],
  ['the check, as the group only says "not the account"', own(true, runs(2)), own(false, null), runs(2)],
  ['the account, as the check says and the group leaves to it', own(true, runs(2)), own(null, runs(3)), account],
  ['the check, as the group says not the account either', own(false, runs(2)), own(false, null), runs(2)],
])('decides %s', (_who, check, group, expected) => {
  expect(effectiveAlertSettings(account, check, group)).toEqual(expected);
});

it('fills what is missing', () => {
  expect(effectiveAlertSettings({}, own(true, null))).toEqual(DEFAULT_ALERT_SETTINGS);
});
