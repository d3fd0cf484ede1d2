import type { CheckType } from '../check/check-type.js';

/** Spec 2.7. */
export const ALERT_TYPES = [
  'NO_ALERT',
  'ALERT_FAILURE',
  'ALERT_FAILURE_REMAIN',
  'ALERT_FAILURE_DEGRADED',
  'ALERT_RECOVERY',
  'ALERT_DEGRADED',
  'ALERT_DEGRADED_REMAIN',
  'ALERT_DEGRADED_FAILURE',
  'ALERT_DEGRADED_RECOVERY',
  'ALERT_SSL',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** What became of a check that is worth telling somebody. Spec 2.7. */
export interface CheckAlert {
  readonly id: string;
  checkId: string;
  /** Of the check when it happened. */
  name: string;
  checkType: CheckType;
  alertType: AlertType;
  runLocation: string;
  /** Milliseconds. */
  responseTime: number;
  /** Null where the check is not failing. */
  error: string | null;
  /** Of API checks that got an answer. */
  statusCode: string | null;
  /** When the run that brought it about began. */
  startedAt: Date;
  readonly createdAt: Date;
}
