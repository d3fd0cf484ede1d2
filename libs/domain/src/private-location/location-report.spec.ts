import { metricsWindow, qualityWindow } from './location-report.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

describe('metricsWindow', () => {
  it('takes what began less than 15 days ago', () => {
    const range = { from: before(15 * 24 - 1), to: NOW };
    expect(metricsWindow(range, NOW)).toEqual(range);
    expect(() => metricsWindow({ from: before(15 * 24), to: NOW }, NOW)).toThrow('less than 15 days ago');
    expect(() => metricsWindow({ from: NOW, to: NOW }, NOW)).toThrow('must lie before');
  });
});

describe('qualityWindow', () => {
  it('is the last hour unless something is said, and a day at most', () => {
    expect(qualityWindow({}, NOW)).toEqual({ from: before(1), to: NOW });
    expect(qualityWindow({ from: before(3) }, NOW).from).toEqual(before(3));
    expect(() => qualityWindow({ from: before(25), to: NOW }, NOW)).toThrow('24 hours');
  });
});
