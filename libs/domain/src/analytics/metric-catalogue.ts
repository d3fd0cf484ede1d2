import type { CheckType } from '../check/check-type.js';

/** Spec 4.2: the suffixes of measured metrics. `median` is the same as `p50`; `stddev` is that of the whole population. */
export const AGGREGATIONS = ['avg', 'max', 'median', 'min', 'p50', 'p90', 'p95', 'p99', 'stddev', 'sum'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Reference 2.9. */
export const METRIC_UNITS = ['milliseconds', 'score', 'count', 'percentage'] as const;
export type MetricUnit = (typeof METRIC_UNITS)[number];

interface BaseMetricFacts {
  unit: MetricUnit;
  label: string;
  /** Whether each result has a value worth seeing alone: then there are raw points and suffixed forms. */
  measured: boolean;
  /** What several results make of the bare name. */
  summary: 'avg' | 'sum';
}

const milliseconds = (label: string): BaseMetricFacts => ({
  unit: 'milliseconds',
  label,
  measured: true,
  summary: 'avg',
});

const BASES = {
  responseTime: milliseconds('Response time'),
  wait: milliseconds('Time before the first network step'),
  dns: milliseconds('DNS look-up'),
  tcp: milliseconds('TCP connection, without the TLS handshake'),
  firstByte: milliseconds('Time to first byte'),
  download: milliseconds('Download'),
  total: milliseconds('All of it'),
  connection: milliseconds('TCP connection'),
  data: milliseconds('Exchange of data'),
  packetLoss: { unit: 'percentage', label: 'Lost packets', measured: true, summary: 'avg' },
  latencyMin: milliseconds('Shortest latency'),
  latencyMax: milliseconds('Longest latency'),
  latencyAvg: milliseconds('Average latency'),
  latencyStdDev: milliseconds('Standard deviation of the latency'),
  availability: { unit: 'percentage', label: 'Availability', measured: false, summary: 'avg' },
  retries: { unit: 'count', label: 'Retries', measured: false, summary: 'sum' },
} as const satisfies Record<string, BaseMetricFacts>;

export type BaseMetric = keyof typeof BASES;
export type AnalyticsGroup = 'runLocation' | 'statusCode';

/** One endpoint of analytics: a check type with what can be asked of it. */
export interface AnalyticsKind {
  /** `GET /v1/analytics/<path>/{id}` */
  path: string;
  checkType: CheckType;
  /** What such a check is called. */
  noun: string;
  bases: readonly BaseMetric[];
  /** Without any there are no intervals either: the report is one row for the window. */
  groups: readonly AnalyticsGroup[];
  /** What is counted; results of runs where nothing is said. */
  counts?: 'heartbeat events';
  /** What is reported where nothing is asked for; absent: something must be asked for. */
  byDefault?: readonly BaseMetric[];
}

const HTTP_BASES = [
  'responseTime',
  'wait',
  'dns',
  'tcp',
  'firstByte',
  'download',
  'availability',
  'retries',
] as const satisfies readonly BaseMetric[];

/** Spec 4.2, reference 2.9. A further check type is one more entry here and, for new bases, where their values are stored. */
export const ANALYTICS_KINDS: readonly AnalyticsKind[] = [
  {
    path: 'url-monitors',
    checkType: 'URL',
    noun: 'URL monitor',
    bases: HTTP_BASES,
    groups: ['runLocation', 'statusCode'],
  },
  {
    path: 'api-checks',
    checkType: 'API',
    noun: 'API check',
    bases: HTTP_BASES,
    groups: ['runLocation', 'statusCode'],
  },
  {
    path: 'multistep-checks',
    checkType: 'MULTI_STEP',
    noun: 'multi-step check',
    bases: ['responseTime', 'availability', 'retries'],
    groups: ['runLocation'],
  },
  {
    path: 'tcp-checks',
    checkType: 'TCP',
    noun: 'TCP check',
    bases: ['total', 'dns', 'connection', 'data', 'availability', 'retries'],
    groups: ['runLocation'],
  },
  {
    path: 'dns',
    checkType: 'DNS',
    noun: 'DNS monitor',
    bases: ['total', 'availability', 'retries'],
    groups: ['runLocation'],
  },
  {
    path: 'icmp',
    checkType: 'ICMP',
    noun: 'ICMP monitor',
    bases: ['packetLoss', 'latencyMin', 'latencyMax', 'latencyAvg', 'latencyStdDev', 'availability', 'retries'],
    groups: ['runLocation'],
  },
  {
    path: 'heartbeat-checks',
    checkType: 'HEARTBEAT',
    noun: 'heartbeat check',
    bases: ['availability', 'retries'],
    groups: [],
    counts: 'heartbeat events',
    byDefault: ['availability'],
  },
];

/** One metric that can be asked for: a base, or a base with a suffix. */
export interface Metric {
  name: string;
  base: BaseMetric;
  /** The suffix; null for the base itself. */
  aggregation: Aggregation | null;
}

/** All metrics of a kind: each base, followed by its suffixed forms. */
export function metricsOf({ bases }: AnalyticsKind): Metric[] {
  return bases.flatMap((base): Metric[] => [
    { name: base, base, aggregation: null },
    ...(BASES[base].measured ? AGGREGATIONS : []).map((aggregation) => ({
      name: `${base}_${aggregation}`,
      base,
      aggregation,
    })),
  ]);
}

/** The metrics of these names, each once, in the order of the catalogue. */
export function chosenMetrics(kind: AnalyticsKind, names: readonly string[]): Metric[] {
  return metricsOf(kind).filter(({ name }) => names.includes(name));
}

/** How several results become one number. Decision 15: a base metric is its average, but retries are counted. */
export const aggregationOf = ({ base, aggregation }: Metric): Aggregation => aggregation ?? BASES[base].summary;

export interface MetricMetadata {
  unit: MetricUnit;
  label: string;
  /** Left out for base metrics (reference 2.9). */
  aggregation?: Aggregation;
}

export function metadataOf({ base, aggregation }: Metric): MetricMetadata {
  const { unit, label } = BASES[base];
  return aggregation === null ? { unit, label } : { unit, label, aggregation };
}

/** What one row of a report stands for: one result, one interval, or the whole window. */
export type Grain = 'points' | 'intervals' | 'window';

/**
 * Decision 15: an interval gives a row each. Without one, a measured base metric means raw points, unless an aggregated
 * metric is asked for beside it: then one row cannot be both, and the base is its average. `availability` and `retries`
 * say little about one result, so alone they are one number for the window; beside raw points they are that result's own.
 */
export function grainOf(metrics: readonly Metric[], aggregationInterval: number | undefined): Grain {
  if (aggregationInterval !== undefined) return 'intervals';
  const suffixed = metrics.some(({ aggregation }) => aggregation !== null);
  return !suffixed && metrics.some(({ base }) => BASES[base].measured) ? 'points' : 'window';
}
