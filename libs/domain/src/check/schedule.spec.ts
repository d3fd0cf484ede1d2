import * as fc from 'fast-check';
import type { Check } from './check.js';
import { periodOf, settleOffset, SUB_MINUTE_SECONDS } from './frequency.js';
import { effectiveSchedule, firstRunFrom, locationsOfRun, nextRunAt } from './schedule.js';

const ID = '11111111-1111-4111-8111-00000000002a';
const check = (values: Partial<Check>): Check =>
  ({
    id: ID,
    checkType: 'URL',
    activated: true,
    runParallel: false,
    privateLocations: ['default'],
    frequency: 1,
    frequencyOffset: 7,
    ...values,
  }) as Check;

describe('nextRunAt', () => {
  const schedules = fc.record({
    now: fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }),
    periodMs: fc.constantFrom(10_000, 20_000, 30_000, 60_000, 600_000, 86_400_000),
    phase: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });

  it('lies on the grid, at least half and less than one and a half periods away', () => {
    fc.assert(
      fc.property(schedules, ({ now, periodMs, phase }) => {
        const phaseMs = Math.floor(phase * periodMs);
        const next = nextRunAt(now, periodMs, phaseMs);
        expect((next - phaseMs) % periodMs).toBe(0);
        expect(next - now).toBeGreaterThanOrEqual(periodMs / 2);
        expect(next - now).toBeLessThan(1.5 * periodMs);
      }),
    );
  });

  it('is exactly one period after a run that started on time', () => {
    fc.assert(
      fc.property(schedules, ({ now, periodMs, phase }) => {
        const phaseMs = Math.floor(phase * periodMs);
        const due = nextRunAt(now, periodMs, phaseMs);
        expect(nextRunAt(due, periodMs, phaseMs)).toBe(due + periodMs);
        expect(nextRunAt(due + periodMs / 2, periodMs, phaseMs)).toBe(due + periodMs);
      }),
    );
  });
});

it('firstRunFrom is the point of the grid that is at most a period away', () => {
  expect([13_000, 13_001, 22_999, 23_000].map((at) => firstRunFrom(at, 10_000, 3_000))).toEqual([
    13_000, 23_000, 23_000, 23_000,
  ]);
});

describe('effectiveSchedule', () => {
  it('is active for activated checks of a runnable type with a private location', () => {
    expect(effectiveSchedule(check({})).active).toBe(true);
    expect(effectiveSchedule(check({ activated: false })).active).toBe(false);
    expect(effectiveSchedule(check({ privateLocations: [] })).active).toBe(false);
    expect(effectiveSchedule(check({ privateLocations: null, locations: ['eu-west-1'] })).active).toBe(false);
    expect(effectiveSchedule(check({ checkType: 'BROWSER' })).active).toBe(false);
  });

  it('takes the phase from the offset, and its milliseconds from the id', () => {
    expect(effectiveSchedule(check({ frequency: 1, frequencyOffset: 7 }))).toMatchObject({
      periodMs: 60_000,
      phaseMs: 7_042,
    });
    expect(effectiveSchedule(check({ frequency: 0, frequencyOffset: 10 }))).toMatchObject({
      periodMs: 10_000,
      phaseMs: 42,
    });
  });
});

describe('locationsOfRun', () => {
  const locations = ['a', 'b', 'c'];

  it('goes round the list, or takes all at once', () => {
    const visited = [0, 1, 2, 3].flatMap((rotation) => locationsOfRun({ runParallel: false, locations }, rotation));
    expect(visited).toEqual(['a', 'b', 'c', 'a']);
    expect(locationsOfRun({ runParallel: true, locations }, 1)).toEqual(locations);
  });
});

describe('settleOffset', () => {
  it.each([...SUB_MINUTE_SECONDS])('takes %d seconds with frequency 0', (seconds) => {
    expect(settleOffset(ID, 0, seconds)).toBe(seconds);
    expect(periodOf({ frequency: 0, frequencyOffset: seconds })).toBe(seconds * 1_000);
  });

  it('refuses other and missing offsets with frequency 0', () => {
    expect(() => settleOffset(ID, 0, 15)).toThrow('must be one of [10, 20, 30]');
    expect(() => settleOffset(ID, 0, undefined)).toThrow('is required when "frequency" is 0');
  });

  it('assigns one within the period otherwise, and keeps one that is sent', () => {
    expect(settleOffset(ID, 1, undefined)).toBe(43);
    expect(settleOffset(ID, 10, 84)).toBe(84);
  });
});
