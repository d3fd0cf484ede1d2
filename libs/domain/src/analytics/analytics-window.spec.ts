import { analyticsWindow } from './analytics-window.js';

const NOW = new Date('2026-03-18T12:00:00.000Z');
const DAY = new Date('2026-03-10T00:00:00.000Z');

const window = (asked: { from?: Date; to?: Date }) => analyticsWindow({ quickRange: 'last7Days', ...asked }, NOW);

describe('analyticsWindow', () => {
  it('is the quick range unless "from" or "to" is given', () => {
    expect(window({})).toEqual({ from: new Date('2026-03-11T12:00:00.000Z'), to: NOW });
    expect(window({ from: DAY, to: new Date('2026-03-12T00:00:00.000Z') }).to).toEqual(
      new Date('2026-03-12T00:00:00.000Z'),
    );
  });

  it('takes an empty quick range: a week that begins this moment', () => {
    const monday = new Date('2026-03-16T00:00:00.000Z');
    expect(analyticsWindow({ quickRange: 'thisWeek' }, monday)).toEqual({ from: monday, to: monday });
  });

  it('ends now without "to" and is a day long without "from"', () => {
    expect(window({ from: DAY })).toEqual({ from: DAY, to: NOW });
    expect(window({ to: DAY })).toEqual({ from: new Date('2026-03-09T00:00:00.000Z'), to: DAY });
  });

  it('refuses a window that is empty or longer than 400 days', () => {
    expect(() => window({ from: NOW })).toThrow('"from" must lie before "to"');
    expect(() => window({ from: DAY, to: DAY })).toThrow('"from" must lie before "to"');
    const before = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
    expect(window({ from: before(400), to: NOW }).from).toEqual(before(400));
    expect(() => window({ from: before(401), to: NOW })).toThrow('at most 400 days apart');
  });
});
