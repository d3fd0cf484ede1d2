import type { Field, Resource } from '../description.js';
import { ALERT_SETTINGS, alertSettingsFields, retryStrategyFields, strategyShown } from './check-fields.js';
import { environmentVariables } from './script-checks.js';

let count = 0;

/** Reference 3.7: what both versions have. */
const common: Record<string, Field> = {
  name: { type: 'text', required: true, min: 1 },
  activated: { type: 'flag', default: true },
  muted: { type: 'flag', default: false },
  tags: { type: 'texts', default: [] },
  concurrency: { type: 'number', min: 1, default: 3 },
  environmentVariables: { ...environmentVariables, nullable: true },
  localSetupScript: { type: 'text', nullable: true, default: null },
  localTearDownScript: { type: 'text', nullable: true, default: null },
  runtimeId: { type: 'enum', values: ['2026.04', '2025.04', '2024.09'], nullable: true, default: null },
  id: { type: 'ignored', sent: 999_999_999 },
  created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  updated_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
};

const group = (version: string, noun: string, required: string[], fields: Record<string, Field>): Resource => ({
  noun,
  source: 'reference 2.6 and 3.7',
  create: { path: `/${version}/check-groups`, status: 201 },
  read: '/v1/check-groups/{id}',
  update: { method: 'PUT', path: `/${version}/check-groups/{id}`, status: 200, required },
  remove: { path: '/v1/check-groups/{id}' },
  body: () => ({ name: `Group ${(count += 1)}` }),
  volatile: ['updated_at'],
  fields: { ...common, ...fields },
});

const alertSettings: Field = {
  type: 'object',
  nullable: true,
  default: ALERT_SETTINGS,
  valid: ALERT_SETTINGS,
  fields: alertSettingsFields,
};

export const checkGroups = group('v1', 'check groups', [], {
  doubleCheck: { type: 'flag', default: true },
  // Null only where v2 wrote it: what was read can be sent back (decision 5).
  useGlobalAlertSettings: { type: 'flag', default: true, nullInUpdates: true },
  runParallel: { type: 'flag', default: false, nullInUpdates: true },
  alertSettings,
});

/** A null lets each check decide. The body of an update is that of a create. */
export const checkGroupsV2 = group('v2', 'check groups, v2', ['name'], {
  doubleCheck: { type: 'flag', default: false },
  useGlobalAlertSettings: { type: 'flag', nullable: true, default: null },
  runParallel: { type: 'flag', nullable: true, default: null },
  alertSettings: { ...alertSettings, default: null },
  retryStrategy: {
    type: 'object',
    nullable: true,
    default: 'FALLBACK',
    also: ['FALLBACK'],
    valid: { type: 'FIXED', baseBackoffSeconds: 5 },
    reads: strategyShown,
    fields: retryStrategyFields,
  },
});
