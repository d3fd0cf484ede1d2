import {
  AGGREGATIONS,
  ANALYTICS_KINDS,
  aggregationOf,
  chosenMetrics,
  grainOf,
  metadataOf,
  metricsOf,
} from './metric-catalogue.js';

const kind = (path: string) => ANALYTICS_KINDS.find((one) => one.path === path)!;
const url = kind('url-monitors');
const chosen = (...names: string[]) => chosenMetrics(url, names);

const TIMINGS = ['responseTime', 'wait', 'dns', 'tcp', 'firstByte', 'download'];

describe('the catalogue of metrics', () => {
  it('has the metrics of spec 4.2 for URL monitors', () => {
    const names = metricsOf(url).map(({ name }) => name);
    const suffixed = TIMINGS.flatMap((base) => AGGREGATIONS.map((aggregation) => `${base}_${aggregation}`));
    expect(names.toSorted()).toEqual([...TIMINGS, 'availability', 'retries', ...suffixed].toSorted());
    expect(names).toHaveLength(68);
  });

  it('has the metrics of spec 4.2 for multi-step checks', () => {
    const names = metricsOf(kind('multistep-checks')).map(({ name }) => name);
    expect(names).toHaveLength(13);
    expect(names).toContain('responseTime_p99');
    expect(names).not.toContain('dns');
  });

  it('answers each metric once, in its own order', () => {
    expect(chosen('retries', 'dns_p90', 'responseTime', 'dns_p90').map(({ name }) => name)).toEqual([
      'responseTime',
      'dns_p90',
      'retries',
    ]);
  });

  it('names unit, label and aggregation, the last for suffixed metrics only', () => {
    const [base, p95, availability, retries] = chosen('responseTime', 'responseTime_p95', 'availability', 'retries');
    expect(metadataOf(base!)).toEqual({ unit: 'milliseconds', label: 'Response time' });
    expect(metadataOf(p95!)).toEqual({ unit: 'milliseconds', label: 'Response time', aggregation: 'p95' });
    expect(metadataOf(availability!)).toEqual({ unit: 'percentage', label: 'Availability' });
    expect(metadataOf(retries!)).toEqual({ unit: 'count', label: 'Retries' });
  });

  it('averages base metrics and counts retries', () => {
    expect(chosen('tcp', 'tcp_max', 'availability', 'retries').map(aggregationOf)).toEqual([
      'avg',
      'max',
      'avg',
      'sum',
    ]);
  });
});

describe('what a row stands for', () => {
  it.each<[string, string[], number | undefined]>([
    ['intervals', ['responseTime'], 60],
    ['intervals', ['availability', 'dns_p50'], 1],
    ['points', ['responseTime'], undefined],
    ['points', ['responseTime', 'availability', 'retries'], undefined],
    ['window', ['responseTime_avg'], undefined],
    ['window', ['responseTime', 'responseTime_avg'], undefined],
    ['window', ['availability', 'retries'], undefined],
  ])('%s: %j every %s minutes', (grain, names, interval) => expect(grainOf(chosen(...names), interval)).toBe(grain));
});
