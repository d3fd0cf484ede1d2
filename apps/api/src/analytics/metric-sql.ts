import {
  aggregationOf,
  type Aggregation,
  type AnalyticsGroup,
  type BaseMetric,
  type Grain,
  type Metric,
} from '#domain';

/** What one result `r` says. A platform fault says nothing about the target and is left out before (decision 24). */
const VALUES: Record<BaseMetric, string> = {
  responseTime: 'r.response_time',
  wait: 'r.wait',
  dns: 'r.dns',
  tcp: 'r.tcp',
  firstByte: 'r.first_byte',
  download: 'r.download',
  // Reference 5.3: a degraded run is a success.
  availability: '(CASE WHEN r.has_failures THEN 0 ELSE 100 END)::float8',
  retries: '(r.attempt - 1)::float8',
};

const GROUPS: Record<AnalyticsGroup, string> = { runLocation: 'r.run_location', statusCode: 'r.status_code' };

const percentile = (fraction: number) => (value: string) =>
  `percentile_cont(${fraction}) WITHIN GROUP (ORDER BY ${value})`;

/** Decision 15: percentiles interpolate by rank, the deviation is that of the population. */
const AGGREGATES: Record<Aggregation, (value: string) => string> = {
  avg: (value) => `avg(${value})`,
  max: (value) => `max(${value})`,
  median: percentile(0.5),
  min: (value) => `min(${value})`,
  p50: percentile(0.5),
  p90: percentile(0.9),
  p95: percentile(0.95),
  p99: percentile(0.99),
  stddev: (value) => `stddev_pop(${value})`,
  sum: (value) => `sum(${value})`,
};

/** The columns of single results that these metrics need, each under the name of its base. */
export function valueColumns(metrics: readonly Metric[]): string {
  return [...new Set(metrics.map(({ base }) => base))].map((base) => `${VALUES[base]} AS "${base}"`).join(', ');
}

/** The columns of a report, each under the name of its metric: of single results, or of all results of a row. */
export function metricColumns(metrics: readonly Metric[], grain: Grain): string {
  const column = (metric: Metric) =>
    grain === 'points' ? `"${metric.base}"` : AGGREGATES[aggregationOf(metric)](`"${metric.base}"`);
  return metrics.map((metric) => `${column(metric)} AS "${metric.name}"`).join(', ');
}

export const groupColumn = (groupBy: AnalyticsGroup | undefined): string => (groupBy ? GROUPS[groupBy] : 'NULL');
