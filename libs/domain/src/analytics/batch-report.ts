import type { CheckType } from '../check/check-type.js';
import type { Aggregation, BaseMetric, Metric } from './metric-catalogue.js';
import type { QuickRange } from './quick-range.js';

/** Reference 2.9: the windows of a report on many checks. */
export const BATCH_RANGES = [
  'last24Hours',
  'last7Days',
  'thisWeek',
  'lastWeek',
  'lastMonth',
] as const satisfies readonly QuickRange[];
export type BatchRange = (typeof BATCH_RANGES)[number];

const TIME_AGGREGATIONS = ['avg', 'p50', 'p95', 'p99'] as const;
const LOSS_AGGREGATIONS = ['avg', 'p95', 'p99'] as const;

const suffixed = (prefix: string, base: BaseMetric, aggregations: readonly Aggregation[]): Metric[] =>
  aggregations.map((aggregation) => ({ name: `${prefix}_${aggregation}`, base, aggregation }));

const AVAILABILITY: Metric = { name: 'availability', base: 'availability', aggregation: null };
const RESPONSE_TIMES = suffixed('responseTime', 'responseTime', TIME_AGGREGATIONS);
const ICMP_ALONE = [
  ...suffixed('latency', 'latencyAvg', TIME_AGGREGATIONS),
  ...suffixed('packetLoss', 'packetLoss', LOSS_AGGREGATIONS),
];

/** What is counted of every check. */
export const BATCH_METRICS: readonly Metric[] = [AVAILABILITY, ...RESPONSE_TIMES, ...ICMP_ALONE];

/** The numbers of a check by the names of `BATCH_METRICS`; null where no result has a value. */
export type BatchNumbers = Record<string, number | null>;

/**
 * Reference 2.9: what does not apply to a type is absent. Pings have latencies and get lost; a heartbeat has availability
 * alone.
 */
export function batchNumbers(checkType: CheckType, numbers: BatchNumbers): BatchNumbers {
  const times = checkType === 'HEARTBEAT' ? [] : checkType === 'ICMP' ? ICMP_ALONE : RESPONSE_TIMES;
  return Object.fromEntries([AVAILABILITY, ...times].map(({ name }) => [name, numbers[name] ?? null]));
}
