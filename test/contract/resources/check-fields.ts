import { CHOSEN, LEFT_OUT, type Field } from '../description.js';

const LOCATIONS =
  'us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 sa-east-1 eu-west-1 eu-central-1 eu-west-2 eu-west-3 eu-north-1 eu-south-1 me-south-1 ap-southeast-1 ap-northeast-1 ap-east-1 ap-southeast-2 ap-southeast-3 ap-northeast-2 ap-northeast-3 ap-south-1 af-south-1'.split(
    ' ',
  );

const RUNTIMES = ['2026.04', '2025.04', '2024.09', '2024.02', '2023.09', '2023.02', '2022.10'];

/** Reference 3.5. */
export const ALERT_SETTINGS = {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 1 },
  reminders: { amount: 0, interval: 5 },
  parallelRunFailureThreshold: { enabled: false, percentage: 10 },
};

const tens = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** Reference 3.5. */
export const alertSettingsFields: Record<string, Field> = {
  escalationType: { type: 'enum', values: ['RUN_BASED', 'TIME_BASED'], default: 'RUN_BASED' },
  runBasedEscalation: {
    type: 'object',
    valid: { failedRunThreshold: 2 },
    fields: { failedRunThreshold: { type: 'enum', values: [1, 2, 3, 4, 5], default: 1 } },
  },
  timeBasedEscalation: {
    type: 'object',
    valid: { minutesFailingThreshold: 10 },
    fields: { minutesFailingThreshold: { type: 'enum', values: [5, 10, 15, 30], default: 5 } },
  },
  reminders: {
    type: 'object',
    default: { amount: 0, interval: 5 },
    valid: { amount: 1, interval: 10 },
    fields: {
      amount: { type: 'enum', values: [0, 1, 2, 3, 4, 5, 100_000], default: 0 },
      interval: { type: 'enum', values: [1, 2, 3, 4, 5, 10, 15, 30], default: 5 },
    },
  },
  parallelRunFailureThreshold: {
    type: 'object',
    default: { enabled: false, percentage: 10 },
    valid: { enabled: true, percentage: 50 },
    fields: { enabled: { type: 'flag', default: false }, percentage: { type: 'enum', values: tens, default: 10 } },
  },
};

/** Reference 3.6: a single retry has neither number nor duration. */
export const strategyShown = (sent: unknown): unknown =>
  (sent as { type?: string } | null)?.type === 'SINGLE_RETRY'
    ? { ...(sent as object), maxRetries: LEFT_OUT, maxDurationSeconds: LEFT_OUT }
    : sent;

/** Reference 3.6. */
export const retryStrategyFields: Record<string, Field> = {
  type: { type: 'enum', values: ['FIXED', 'LINEAR', 'EXPONENTIAL', 'SINGLE_RETRY'], required: true },
  baseBackoffSeconds: { type: 'number', min: 0, default: 60 },
  maxRetries: { type: 'number', min: 1, max: 10, default: 2 },
  maxDurationSeconds: { type: 'number', min: 0, max: 600, default: 600 },
  sameRegion: { type: 'flag', default: true },
  onlyOn: { type: 'enums', values: ['NETWORK_ERROR'], max: 1, default: [] },
};

export const FREQUENCIES = [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Reference 3.4: what all types have; each adds its request and limits. */
export function checkFields({
  subMinute = true,
  runtimes = RUNTIMES,
  onlyOn = true,
}: {
  /** Whether frequency may be 0. */
  subMinute?: boolean;
  runtimes?: string[];
  /** Whether retries can be for network errors only. */
  onlyOn?: boolean;
} = {}): Record<string, Field> {
  return {
    name: { type: 'text', required: true, min: 1 },
    activated: { type: 'flag', default: true },
    muted: { type: 'flag', default: false },
    doubleCheck: { type: 'flag', default: true },
    shouldFail: { type: 'flag', default: false },
    locations: { type: 'enums', values: LOCATIONS, nullable: true, default: [] },
    tags: { type: 'texts', default: [] },
    useGlobalAlertSettings: { type: 'flag', default: true },
    alertSettings: {
      type: 'object',
      nullable: true,
      default: ALERT_SETTINGS,
      valid: ALERT_SETTINGS,
      fields: alertSettingsFields,
    },
    runtimeId: { type: 'enum', values: runtimes, nullable: true, default: null },
    retryStrategy: {
      type: 'object',
      nullable: true,
      default: null,
      valid: { type: 'LINEAR', baseBackoffSeconds: 5 },
      reads: strategyShown,
      fields: onlyOn
        ? retryStrategyFields
        : { ...retryStrategyFields, onlyOn: { type: 'enums', values: [], default: [], never: [['NETWORK_ERROR']] } },
    },
    runParallel: { type: 'flag', default: false },
    description: { type: 'text', nullable: true, max: 500, default: null },
    frequency: {
      type: 'enum',
      values: FREQUENCIES.filter((value) => value > 0),
      default: 10,
      never: [3, 10_000, ...(subMinute ? [] : [0])],
    },
    ...(subMinute && {
      // Reference 3.4: with frequency 0 the seconds between runs.
      frequencyOffset: {
        type: 'enum',
        values: [10, 20, 30],
        with: { frequency: 0 },
        default: CHOSEN,
        never: [0, -1, 1.5],
      },
    }),
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    updated_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    alertChannels: { type: 'ignored', sent: { email: [] } },
  };
}

/** Those of them that a type can have rules of its own for: the others are walked through with a type that shares them. */
export function ownCheckFields(options: Parameters<typeof checkFields>[0]): Record<string, Field> {
  const { name, activated, tags, retryStrategy, frequency, frequencyOffset, id } = checkFields(options);
  return { name, activated, tags, retryStrategy, frequency, frequencyOffset, id } as Record<string, Field>;
}
