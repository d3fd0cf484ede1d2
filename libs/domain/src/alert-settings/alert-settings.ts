/** Reference 3.5. */
export const ESCALATION_TYPES = ['RUN_BASED', 'TIME_BASED'] as const;
export type EscalationType = (typeof ESCALATION_TYPES)[number];

export const FAILED_RUN_THRESHOLDS = [1, 2, 3, 4, 5] as const;
/** Minutes. */
export const MINUTES_FAILING_THRESHOLDS = [5, 10, 15, 30] as const;
/** The amount of reminders that means "until it recovers". */
export const UNLIMITED_REMINDERS = 100_000;
export const REMINDER_AMOUNTS = [0, 1, 2, 3, 4, 5, UNLIMITED_REMINDERS] as const;
/** Minutes. */
export const REMINDER_INTERVALS = [1, 2, 3, 4, 5, 10, 15, 30] as const;
/** Per cent of a run's locations. */
export const PARALLEL_FAILURE_PERCENTAGES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;

/** When a failing check alerts: of a check, a group or an account (reference 3.5; how they work together: 5.5). */
export interface AlertSettings {
  escalationType: EscalationType;
  /** Counts with RUN_BASED: this many failing runs in a row. */
  runBasedEscalation?: { failedRunThreshold: (typeof FAILED_RUN_THRESHOLDS)[number] };
  /** Counts with TIME_BASED: this many minutes after the first failure. */
  timeBasedEscalation?: { minutesFailingThreshold: (typeof MINUTES_FAILING_THRESHOLDS)[number] };
  reminders: { amount: (typeof REMINDER_AMOUNTS)[number]; interval: (typeof REMINDER_INTERVALS)[number] };
  /** In addition: how much of a parallel run must fail. */
  parallelRunFailureThreshold: { enabled: boolean; percentage: (typeof PARALLEL_FAILURE_PERCENTAGES)[number] };
}

/** Reference 3.5, "whole-object default". */
export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 1 },
  reminders: { amount: 0, interval: 5 },
  parallelRunFailureThreshold: { enabled: false, percentage: 10 },
};

/** What counts with TIME_BASED where nothing is said (reference 3.5). */
export const DEFAULT_MINUTES_FAILING = 5;
