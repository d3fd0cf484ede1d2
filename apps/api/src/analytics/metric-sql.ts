import {
  aggregationOf,
  type Aggregation,
  type AnalyticsGroup,
  type AnalyticsKind,
  type BaseMetric,
  type Grain,
  type Metric,
} from '#domain';

const measured = (metric: string) => `(r.metrics ->> '${metric}')::float8`;

/** What one result `r` says. A platform fault says nothing about the target and is left out before (decision 24). */
const VALUES: Record<BaseMetric, string> = {
  responseTime: 'r.response_time',
  wait: 'r.wait',
  dns: 'r.dns',
  tcp: 'r.tcp',
  firstByte: 'r.first_byte',
  download: 'r.download',
  // The response time of a TCP check is that of the connection, of a DNS check that of the resolution (reference 5.3).
  total: `CASE WHEN r.check_type = 'DNS' THEN r.response_time
    ELSE r.wait + r.dns + r.tcp + r.tls + r.first_byte + r.download END`,
  connection: 'r.tcp',
  data: 'r.download',
  packetLoss: measured('packetLoss'),
  latencyMin: measured('latencyMin'),
  latencyMax: measured('latencyMax'),
  latencyAvg: measured('latencyAvg'),
  latencyStdDev: measured('latencyStdDev'),
  // Reference 5.3: a degraded run is a success.
  availability: '(CASE WHEN r.has_failures THEN 0 ELSE 100 END)::float8',
  retries: '(r.attempt - 1)::float8',
};

/** What one heartbeat event `e` says (reference 5.8). */
const HEARTBEAT_VALUES: Partial<Record<BaseMetric, string>> = {
  availability: "(CASE WHEN e.state = 'FAILING' THEN 0 ELSE 100 END)::float8",
  // A ping that did not come is not tried again.
  retries: '0::float8',
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

/** The columns of single results, or of heartbeat events, that these metrics need, each under the name of its base. */
export function valueColumns(metrics: readonly Metric[], counts?: AnalyticsKind['counts']): string {
  const values = counts === undefined ? VALUES : HEARTBEAT_VALUES;
  return [...new Set(metrics.map(({ base }) => base))].map((base) => `${values[base]} AS "${base}"`).join(', ');
}

/** The columns of a report, each under the name of its metric: of single results, or of all results of a row. */
export function metricColumns(metrics: readonly Metric[], grain: Grain): string {
  const column = (metric: Metric) =>
    grain === 'points' ? `"${metric.base}"` : AGGREGATES[aggregationOf(metric)](`"${metric.base}"`);
  return metrics.map((metric) => `${column(metric)} AS "${metric.name}"`).join(', ');
}

export const groupColumn = (groupBy: AnalyticsGroup | undefined): string => (groupBy ? GROUPS[groupBy] : 'NULL');
