import {
  DEFAULT_MINUTES_FAILING,
  ESCALATION_TYPES,
  FAILED_RUN_THRESHOLDS,
  MINUTES_FAILING_THRESHOLDS,
  PARALLEL_FAILURE_PERCENTAGES,
  REMINDER_AMOUNTS,
  REMINDER_INTERVALS,
  type AlertSettings,
} from '#domain';
import { Flag, FreeObject, Nested, OneOf } from '#http';

class RunBasedEscalationFields {
  @OneOf(FAILED_RUN_THRESHOLDS, { default: 1, description: 'Failing runs in a row', example: 1 })
  failedRunThreshold: (typeof FAILED_RUN_THRESHOLDS)[number];
}

class TimeBasedEscalationFields {
  @OneOf(MINUTES_FAILING_THRESHOLDS, {
    default: DEFAULT_MINUTES_FAILING,
    description: 'Minutes since the first failure',
    example: 5,
  })
  minutesFailingThreshold: (typeof MINUTES_FAILING_THRESHOLDS)[number];
}

class RemindersFields {
  @OneOf(REMINDER_AMOUNTS, { default: 0, description: 'How many; 100000 = until it recovers', example: 0 })
  amount: (typeof REMINDER_AMOUNTS)[number];
  @OneOf(REMINDER_INTERVALS, { default: 5, description: 'Minutes between reminders', example: 5 })
  interval: (typeof REMINDER_INTERVALS)[number];
}

class ParallelRunFailureThresholdFields {
  @Flag({ default: false, description: 'Whether it counts', example: false }) enabled: boolean;
  @OneOf(PARALLEL_FAILURE_PERCENTAGES, {
    default: 10,
    description: 'Per cent of the locations that must fail',
    example: 10,
  })
  percentage: (typeof PARALLEL_FAILURE_PERCENTAGES)[number];
}

/** Reference 3.5. */
export class AlertSettingsFields implements AlertSettings {
  @OneOf(ESCALATION_TYPES, {
    default: 'RUN_BASED',
    description: 'By failing runs or by failing time',
    example: 'RUN_BASED',
  })
  escalationType: AlertSettings['escalationType'];
  @Nested(() => RunBasedEscalationFields, { optional: true, description: 'With RUN_BASED' })
  runBasedEscalation?: AlertSettings['runBasedEscalation'];
  @Nested(() => TimeBasedEscalationFields, { optional: true, description: 'With TIME_BASED' })
  timeBasedEscalation?: AlertSettings['timeBasedEscalation'];
  @Nested(() => RemindersFields, { default: { amount: 0, interval: 5 }, description: 'Alerts while it stays failing' })
  reminders: AlertSettings['reminders'];
  @Nested(() => ParallelRunFailureThresholdFields, {
    default: { enabled: false, percentage: 10 },
    description: 'In addition, with runParallel and two locations or more',
  })
  parallelRunFailureThreshold: AlertSettings['parallelRunFailureThreshold'];
  @FreeObject({
    optional: true,
    description: 'Deprecated, without effect',
    example: { enabled: false, alertThreshold: 30 },
  })
  sslCertificates?: object;
}
