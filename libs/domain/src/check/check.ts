import type { RetryStrategy } from '../retry-strategy/retry-strategy.js';
import type { CheckType } from './check-type.js';

/** Reference 3.4: what all check types share. `request` is the type's own. */
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
  alertSettings: object | null;
  groupId: number | null;
  groupOrder: number | null;
  runtimeId: string | null;
  retryStrategy: RetryStrategy | null;
  triggerIncident: object | null;
  /** Minutes; 0 = every `frequencyOffset` seconds. */
  frequency: number;
  frequencyOffset: number;
  /** Milliseconds from which a run is degraded or failed; null = no limit. */
  degradedResponseTime: number | null;
  maxResponseTime: number | null;
  request: object;
  readonly createdAt: Date;
  updatedAt: Date | null;
}

/** `status` filter of GET /v1/checks (spec 4.6). */
export const CHECK_STATUS_FILTERS = ['passing', 'failing', 'degraded'] as const;
export type CheckStatusFilter = (typeof CHECK_STATUS_FILTERS)[number];
