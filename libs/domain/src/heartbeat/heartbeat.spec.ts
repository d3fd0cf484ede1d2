import * as fc from 'fast-check';
import {
  heartbeatAvailability,
  isPreview,
  pingState,
  spanText,
  timingOf,
  type HeartbeatSettings,
} from './heartbeat.js';

const settings = (values: Partial<HeartbeatSettings> = {}): HeartbeatSettings => ({
  period: 10,
  periodUnit: 'minutes',
  grace: 2,
  graceUnit: 'minutes',
  ...values,
});

describe('timingOf', () => {
  it.each([
    [{ period: 30, periodUnit: 'seconds', grace: 0 }, 30_000, 0],
    [{ period: 365, periodUnit: 'days', grace: 365, graceUnit: 'days' }, 31_536_000_000, 31_536_000_000],
    [{ period: 0.5, periodUnit: 'hours', grace: 90, graceUnit: 'seconds' }, 1_800_000, 90_000],
  ] as const)('takes %j', (values, periodMs, graceMs) => {
    expect(timingOf(settings(values))).toEqual({ periodMs, graceMs });
  });

  it.each([
    [{ period: 29, periodUnit: 'seconds' }, '"heartbeat.period" must be from 30 seconds to 365 days'],
    [{ period: 366, periodUnit: 'days' }, '"heartbeat.period" must be from 30 seconds to 365 days'],
    [{ grace: 366, graceUnit: 'days' }, '"heartbeat.grace" must be from 0 to 365 days'],
    [{ grace: -1 }, '"heartbeat.grace" must be from 0 to 365 days'],
  ] as const)('refuses %j', (values, message) => {
    expect(() => timingOf(settings(values))).toThrow(message);
  });
});

describe('pingState', () => {
  const timer = { expectedAt: 1_000_000, periodMs: 600_000, graceMs: 120_000, isFailing: false };

  it.each([
    [-600_000, 'EARLY'],
    [-60_001, 'EARLY'],
    [-60_000, 'RECEIVED'],
    [0, 'RECEIVED'],
    [60_000, 'RECEIVED'],
    [60_001, 'GRACE'],
    [120_000, 'GRACE'],
    [120_001, 'LATE'],
  ])('%d ms after the expected moment is %s', (after, state) => {
    expect(pingState(timer, timer.expectedAt + after)).toBe(state);
  });

  it('is RECEIVED the first time, and when it ends a failure', () => {
    fc.assert(
      fc.property(fc.integer(), (now) => {
        expect(pingState({ ...timer, expectedAt: null }, now)).toBe('RECEIVED');
        expect(pingState({ ...timer, isFailing: true }, now)).toBe('RECEIVED');
      }),
    );
  });

  it('goes through its states in one direction only', () => {
    const order = ['EARLY', 'RECEIVED', 'GRACE', 'LATE'];
    const times = fc.record({
      periodMs: fc.integer({ min: 30_000, max: 10_000_000 }),
      graceMs: fc.integer({ min: 0, max: 10_000_000 }),
      a: fc.integer({ min: -10_000_000, max: 20_000_000 }),
      b: fc.integer({ min: -10_000_000, max: 20_000_000 }),
    });
    fc.assert(
      fc.property(times, ({ periodMs, graceMs, a, b }) => {
        const at = (now: number) =>
          order.indexOf(pingState({ expectedAt: 0, periodMs, graceMs, isFailing: false }, now));
        expect(at(Math.min(a, b))).toBeLessThanOrEqual(at(Math.max(a, b)));
      }),
    );
  });
});

describe('heartbeatAvailability', () => {
  it('is a percentage of the events, and null where nothing is known', () => {
    const nothing = { events: 0, pings: 0 };
    expect(heartbeatAvailability(nothing, { events: 3, pings: 3 })).toBeNull();
    expect(heartbeatAvailability({ events: 3, pings: 2 }, nothing)).toEqual({
      successRatio: { currentPeriod: 66.6667 },
      totalEntitiesCurrentPeriod: 3,
    });
    expect(heartbeatAvailability({ events: 1, pings: 0 }, { events: 2, pings: 1 })).toEqual({
      successRatio: { previousPeriod: 50, currentPeriod: 0 },
      totalEntitiesCurrentPeriod: 1,
    });
  });
});

it.each([
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true],
  ['Mozilla/5.0 (compatible; Googlebot/2.1)', true],
  ['curl/8.5.0', false],
  ['', false],
])('isPreview(%j) is %s', (userAgent, is) => {
  expect(isPreview(userAgent)).toBe(is);
});

it.each([
  [0, '0 seconds'],
  [1_000, '1 second'],
  [3_660_000, '1 hour 1 minute'],
  [90_061_000, '1 day 1 hour 1 minute 1 second'],
])('spanText(%d) is %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
