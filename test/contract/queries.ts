import type { Field } from './description.js';

/** What the query of an operation takes, from the specification and reference 2. */
export interface QueryTable {
  path: string;
  source: string;
  parameters: Record<string, Field>;
}

/** Spec 4.0. */
const PAGE: Record<string, Field> = {
  limit: { type: 'number', whole: true, min: 1, max: 100 },
  page: { type: 'number', min: 1 },
};

/** Reference 1.3, CUR. */
const CURSOR: Record<string, Field> = { limit: { type: 'number', whole: true, min: 1, max: 100 } };

/** Spec 1. */
export const CHECK_TYPES = 'AGENTIC API BROWSER HEARTBEAT ICMP MULTI_STEP TCP PLAYWRIGHT URL DNS'.split(' ');

/** Spec 4.2. */
const SUFFIXES = 'avg max median min p50 p90 p95 p99 stddev sum'.split(' ');
const suffixed = (bases: string[]) => bases.flatMap((base) => SUFFIXES.map((suffix) => `${base}_${suffix}`));
const TIMED = ['responseTime', 'wait', 'dns', 'tcp', 'firstByte', 'download'];
export const URL_METRICS = [...TIMED, 'availability', 'retries', ...suffixed(TIMED)];
export const MULTISTEP_METRICS = ['responseTime', 'availability', 'retries', ...suffixed(['responseTime'])];

/** Reference 2.9. */
const TCP_BASES = ['total', 'dns', 'connection', 'data'];
const ICMP_BASES = ['packetLoss', 'latencyMin', 'latencyMax', 'latencyAvg', 'latencyStdDev'];
export const TCP_METRICS = [...TCP_BASES, 'availability', 'retries', ...suffixed(TCP_BASES)];
export const DNS_METRICS = ['total', 'availability', 'retries', ...suffixed(['total'])];
export const ICMP_METRICS = [...ICMP_BASES, 'availability', 'retries', ...suffixed(ICMP_BASES)];

export const QUICK_RANGES = 'last24Hours last7Days last30Days thisWeek thisMonth lastWeek lastMonth'.split(' ');

const analytics = (metrics: string[], groups: string[]): Record<string, Field> => ({
  ...PAGE,
  metrics: { type: 'enums', values: metrics, required: true, never: ['', 'availability_avg', 'responseTime_p42'] },
  from: { type: 'time' },
  to: { type: 'time' },
  quickRange: { type: 'enum', values: QUICK_RANGES },
  aggregationInterval: { type: 'number', min: 1, max: 43_200 },
  filterByStatus: { type: 'enums', values: ['success', 'failure'] },
  groupBy: { type: 'enum', values: groups },
});

const locations = 'us-east-1 eu-central-1 af-south-1'.split(' ');

/** Reference 2.8. */
const results: Record<string, Field> = {
  checkType: { type: 'enum', values: CHECK_TYPES },
  hasFailures: { type: 'flag' },
  resultType: { type: 'enum', values: ['FINAL', 'ATTEMPT', 'ALL'] },
  location: { type: 'text', only: true, also: locations },
  from: { type: 'time' },
};

export const QUERIES: QueryTable[] = [
  {
    path: '/v1/analytics/url-monitors/{id}',
    source: 'spec 4.2',
    parameters: analytics(URL_METRICS, ['runLocation', 'statusCode']),
  },
  {
    path: '/v1/analytics/multistep-checks/{id}',
    source: 'spec 4.2',
    parameters: analytics(MULTISTEP_METRICS, ['runLocation']),
  },
  {
    path: '/v1/analytics/api-checks/{id}',
    source: 'reference 2.9',
    parameters: analytics(URL_METRICS, ['runLocation', 'statusCode']),
  },
  {
    path: '/v1/analytics/tcp-checks/{id}',
    source: 'reference 2.9',
    parameters: analytics(TCP_METRICS, ['runLocation']),
  },
  {
    path: '/v1/analytics/dns/{id}',
    source: 'reference 2.9',
    parameters: analytics(DNS_METRICS, ['runLocation']),
  },
  {
    path: '/v1/analytics/icmp/{id}',
    source: 'reference 2.9',
    parameters: analytics(ICMP_METRICS, ['runLocation']),
  },
  {
    path: '/v1/analytics/heartbeat-checks/{id}',
    source: 'reference 2.9',
    parameters: {
      ...PAGE,
      metrics: { type: 'enums', values: ['availability', 'retries'], never: ['', 'availability_avg', 'responseTime'] },
      from: { type: 'time' },
      to: { type: 'time' },
      quickRange: { type: 'enum', values: QUICK_RANGES },
      filterByStatus: { type: 'enums', values: ['FAILING', 'EARLY', 'RECEIVED', 'GRACE', 'LATE'], never: ['success'] },
    },
  },
  {
    path: '/v1/analytics/metrics',
    source: 'reference 2.9',
    parameters: { checkType: { type: 'enum', values: CHECK_TYPES, required: true } },
  },
  {
    path: '/v1/checks',
    source: 'spec 4.6, reference 2.5',
    parameters: {
      ...PAGE,
      apiCheckUrlFilterPattern: { type: 'text', min: 1, max: 200 },
      tag: { type: 'texts' },
      checkType: { type: 'enum', values: CHECK_TYPES },
      search: { type: 'text', only: true, also: ['home', 'Ü b'] },
      status: { type: 'enum', values: ['passing', 'failing', 'degraded'] },
      applyGroupSettings: { type: 'flag' },
    },
  },
  {
    path: '/v1/checks/{id}',
    source: 'reference 2.5',
    parameters: { includeDependencies: { type: 'flag' }, applyGroupSettings: { type: 'flag' } },
  },
  { path: '/v1/variables', source: 'spec 4.7', parameters: PAGE },
  { path: '/v1/snippets', source: 'reference 2.14', parameters: PAGE },
  { path: '/v1/private-locations', source: 'reference 2.15', parameters: { versions: { type: 'flag' } } },
  { path: '/v1/check-results/{checkId}', source: 'reference 2.8', parameters: { ...PAGE, ...results } },
  { path: '/v2/check-results/{checkId}', source: 'reference 2.8', parameters: { ...CURSOR, ...results } },
  ...['v1', 'v2'].map((version) => ({
    path: `/${version}/check-sessions/{checkSessionId}/completion`,
    source: 'reference 2.10',
    parameters: { maxWaitSeconds: { type: 'number', min: 1, max: 30 } } as Record<string, Field>,
  })),
  {
    path: '/v1/check-results/{checkId}/{checkResultId}/assets',
    source: 'reference 2.8',
    parameters: {
      type: { type: 'enums', values: 'log trace video screenshot pcap report file'.split(' ') },
      name: { type: 'text', only: true, also: ['log', 'x'.repeat(200)], never: ['x'.repeat(201)] },
    },
  },
  {
    path: '/v1/private-locations/{id}/metrics',
    source: 'reference 1.4 and 2.15',
    parameters: {
      from: { type: 'time', required: true, with: { to: '2100-01-01' } },
      to: { type: 'time', required: true, with: { from: Date.now() - 86_400_000 } },
    },
  },
  {
    path: '/v1/private-locations/{id}/schedule-quality',
    source: 'reference 3.12',
    parameters: { from: { type: 'time' } },
  },
  { path: '/v1/private-locations/{id}/outages', source: 'reference 5.11', parameters: PAGE },
  { path: '/v1/dashboards', source: 'reference 2.1', parameters: PAGE },
  {
    path: '/v1/incidents/{id}',
    source: 'reference 2.2',
    parameters: { includeAllIncidentUpdates: { type: 'flag' } },
  },
  { path: '/v1/status-pages', source: 'reference 2.3', parameters: CURSOR },
  {
    path: '/v1/status-pages/services',
    source: 'reference 2.3',
    parameters: { ...CURSOR, paginated: { type: 'flag' } },
  },
  { path: '/v1/status-pages/incidents', source: 'reference 2.3', parameters: CURSOR },
  {
    path: '/v1/maintenance-windows',
    source: 'reference 2.4',
    parameters: {
      ...PAGE,
      'startsAt[gt]': { type: 'time' },
      'startsAt[gte]': { type: 'time' },
      'startsAt[lt]': { type: 'time' },
      'startsAt[lte]': { type: 'time' },
      'endsAt[gt]': { type: 'time' },
      'endsAt[gte]': { type: 'time' },
      'endsAt[lt]': { type: 'time' },
      'endsAt[lte]': { type: 'time' },
    },
  },
  {
    path: '/v1/check-alerts/{checkId}',
    source: 'spec 4.6',
    parameters: { ...PAGE, from: { type: 'time' }, to: { type: 'time' } },
  },
  {
    path: '/v1/check-alerts',
    source: 'reference 2.7',
    parameters: { ...PAGE, from: { type: 'time' }, to: { type: 'time' } },
  },
  {
    path: '/v1/checks/heartbeats/{checkId}/availability',
    source: 'spec 4.6',
    parameters: {
      startTime: { type: 'time' },
      endTime: { type: 'time', with: { startTime: Date.now() - 86_400_000 } },
    },
  },
  {
    path: '/v1/checks/heartbeats/{checkId}/events',
    source: 'reference 2.5',
    parameters: {
      startTime: { type: 'time' },
      endTime: { type: 'time' },
      limit: { type: 'number', min: 1, max: 10 },
    },
  },
  { path: '/v1/error-groups', source: 'reference 2.12', parameters: PAGE },
  { path: '/v1/error-groups/checks/{checkId}', source: 'reference 2.12', parameters: PAGE },
  {
    path: '/v1/check-groups',
    source: 'reference 2.6',
    parameters: { ...PAGE, tag: { type: 'texts' }, name: { type: 'texts' } },
  },
  { path: '/v1/check-groups/{id}/checks', source: 'reference 2.6', parameters: PAGE },
];
