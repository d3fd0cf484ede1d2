import type { AlertSettings } from '../alert-settings/alert-settings.js';
import type { RetryStrategy } from '../retry-strategy/retry-strategy.js';
import type { Severity } from '../status-page-incident/status-page-incident.js';
import type { CheckType } from './check-type.js';

/** Reference 3, TriggerIncident: the status-page incident that a failure opens. */
export interface TriggerIncident {
  serviceId: string;
  severity: Severity;
  name: string;
  description: string;
  notifySubscribers: boolean;
}

/** Reference 3.4: what all check types share, and what the type adds to it. */
export interface Check {
  readonly id: string;
  readonly checkType: CheckType;
  name: string;
  description: string | null;
  activated: boolean;
  muted: boolean;
  doubleCheck: boolean;
  shouldFail: boolean;
  runParallel: boolean;
  locations: string[] | null;
  privateLocations: string[] | null;
  tags: string[];
  useGlobalAlertSettings: boolean;
  alertSettings: AlertSettings | null;
  groupId: number | null;
  groupOrder: number | null;
  runtimeId: string | null;
  retryStrategy: RetryStrategy | null;
  triggerIncident: TriggerIncident | null;
  /** Minutes; 0 = every `frequencyOffset` seconds. */
  frequency: number;
  frequencyOffset: number;
  /** What only this type has, e.g. `request` and `maxResponseTime`, as answers show it. */
  settings: Record<string, unknown>;
  /** Files that the check's script needs; null where the type has no script. */
  dependencies: object[] | null;
  readonly createdAt: Date;
  updatedAt: Date | null;
}

/** `status` filter of GET /v1/checks (spec 4.6). */
export const CHECK_STATUS_FILTERS = ['passing', 'failing', 'degraded'] as const;
export type CheckStatusFilter = (typeof CHECK_STATUS_FILTERS)[number];
