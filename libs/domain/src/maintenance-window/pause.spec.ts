import * as fc from 'fast-check';
import { REPEAT_UNITS, type Recurrence } from './maintenance-window.js';
import { occurrencesIn } from './occurrences.js';
import { nextPause } from './pause.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');

/** Hours after START. */
const window = (from: number, to: number, values: Partial<Recurrence> = {}): Recurrence => ({
  startsAt: new Date(START + from * HOUR),
  endsAt: new Date(START + to * HOUR),
  repeatUnit: 'DAY',
  repeatInterval: null,
  repeatEndsAt: null,
  ...values,
});
const pauseAt = (hour: number, ...windows: Recurrence[]) => {
  const pause = nextPause(windows, START + hour * HOUR);
  return pause && [(pause.from - START) / HOUR, (pause.to - START) / HOUR];
};

it('is the present one, else the next one, else none', () => {
  const windows = [window(10, 12), window(2, 4)];
  expect([0, 2, 3.9, 4, 10, 11, 12].map((hour) => pauseAt(hour, ...windows))).toEqual([
    [2, 4],
    [2, 4],
    [2, 4],
    [10, 12],
    [10, 12],
    [10, 12],
    null,
  ]);
  expect(pauseAt(0)).toBeNull();
});

it('joins what overlaps, touches, or lies inside', () => {
  expect(pauseAt(0, window(5, 6), window(2, 4), window(1, 3), window(4, 5), window(2, 2.5), window(7, 8))).toEqual([
    1, 6,
  ]);
});

it('repeats', () => {
  const daily = window(1, 2, { repeatInterval: 1 });
  expect(pauseAt(2, daily)).toEqual([25, 26]);
  expect(pauseAt(24 * 365 + 1.5, daily)).toEqual([24 * 365 + 1, 24 * 365 + 2]);
});

it('joins a window with its own repetitions, as far as it is known to the end', () => {
  const until = { repeatInterval: 1, repeatEndsAt: new Date(START + 30 * 24 * HOUR) };
  expect(pauseAt(0, window(0, 24, until))).toEqual([0, 31 * 24]);
  expect(pauseAt(0, window(0, 12, until), window(12, 24, until))).toEqual([0, 31 * 24]);
});

it('of windows without an end is cut, and goes on where it was', () => {
  const always = window(0, 24, { repeatInterval: 1 });
  const [from, to] = pauseAt(0, always)!;
  expect(from).toBe(0);
  expect(to).toBeGreaterThan(24 * 30);
  expect(pauseAt(to!, always)![0]).toBeLessThanOrEqual(to!);
});

it('is quick with many windows that follow each other for ever', () => {
  const windows = Array.from({ length: 2_000 }, (_, number) =>
    window(number * 1.2, number * 1.2 + 1.3, { repeatInterval: 100 }),
  );
  const startedAt = process.cpuUsage();
  expect(nextPause(windows, START)).not.toBeNull();
  expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(3_000);
});

it('has every moment of an occurrence in a pause and none outside, however it is walked', () => {
  const windows = fc.array(
    fc
      .record({
        from: fc.integer({ min: -2_000, max: 200 }),
        hours: fc.integer({ min: 1, max: 100 }),
        repeatUnit: fc.constantFrom(...REPEAT_UNITS),
        repeatInterval: fc.option(fc.integer({ min: 1, max: 3 })),
        days: fc.option(fc.integer({ min: 0, max: 60 })),
      })
      .map(({ from, hours, days, ...rest }) =>
        window(from, from + hours, {
          ...rest,
          repeatEndsAt: days === null ? null : new Date(START + (from + days * 24) * HOUR),
        }),
      ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(windows, (given) => {
      const inside = (at: number) =>
        given.some((one) => occurrencesIn(one, { from: new Date(at), to: new Date(at + 1) }, 1).length > 0);
      let pause = nextPause(given, START);
      const wrong: number[] = [];
      for (let hour = 0; hour < 24 * 20; hour += 1) {
        const at = START + hour * HOUR;
        if (pause && pause.to <= at) pause = nextPause(given, at);
        if ((pause !== null && pause.from <= at && at < pause.to) !== inside(at)) wrong.push(hour);
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
