import { QUICK_RANGES, quickRange, type QuickRange } from './quick-range.js';

const range = (name: QuickRange, now: string) => {
  const { from, to } = quickRange(name, new Date(now));
  return [from.toISOString(), to.toISOString()];
};

/** A Wednesday. */
const NOW = '2026-03-18T15:30:10.500Z';

describe('quickRange', () => {
  it.each<[QuickRange, string, string]>([
    ['last24Hours', '2026-03-17T15:30:10.500Z', NOW],
    ['last7Days', '2026-03-11T15:30:10.500Z', NOW],
    ['last30Days', '2026-02-16T15:30:10.500Z', NOW],
    ['thisWeek', '2026-03-16T00:00:00.000Z', NOW],
    ['thisMonth', '2026-03-01T00:00:00.000Z', NOW],
    ['lastWeek', '2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z'],
    ['lastMonth', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ])('%s', (name, from, to) => expect(range(name, NOW)).toEqual([from, to]));

  it('covers every name of the specification', () => {
    for (const name of QUICK_RANGES) expect(range(name, NOW)).toHaveLength(2);
    expect(QUICK_RANGES).toHaveLength(7);
  });

  it('begins weeks on Monday, so that Sunday is the last day of one', () => {
    expect(range('thisWeek', '2026-03-22T23:59:59.999Z')[0]).toBe('2026-03-16T00:00:00.000Z');
    expect(range('thisWeek', '2026-03-23T00:00:00.000Z')[0]).toBe('2026-03-23T00:00:00.000Z');
    expect(range('lastWeek', '2026-03-23T00:00:00.000Z')).toEqual([
      '2026-03-16T00:00:00.000Z',
      '2026-03-23T00:00:00.000Z',
    ]);
  });

  it('crosses the turn of the year', () => {
    expect(range('lastMonth', '2026-01-31T12:00:00.000Z')).toEqual([
      '2025-12-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
    expect(range('lastWeek', '2026-01-01T12:00:00.000Z')).toEqual([
      '2025-12-22T00:00:00.000Z',
      '2025-12-29T00:00:00.000Z',
    ]);
  });
});
