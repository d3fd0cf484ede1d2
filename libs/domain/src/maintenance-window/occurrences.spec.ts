import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { LAST_MOMENT, REPEAT_UNITS, type Recurrence } from './maintenance-window.js';
import { occurrencesIn } from './occurrences.js';

const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00.000Z` : text);
const EVER = { from: new Date(0), to: LAST_MOMENT };

const window = (values: Partial<Recurrence> = {}): Recurrence => ({
  startsAt: at('2026-01-31T22:00:00.000Z'),
  endsAt: at('2026-02-01T01:00:00.000Z'),
  repeatUnit: 'MONTH',
  repeatInterval: 1,
  repeatEndsAt: null,
  ...values,
});
const starts = (given: Recurrence, range = EVER, limit = 5) =>
  occurrencesIn(given, range, limit).map(({ startsAt }) => startsAt.toISOString().slice(0, 16));

describe('occurrences', () => {
  it('are one without an interval', () => {
    expect(occurrencesIn(window({ repeatInterval: null, repeatEndsAt: at('2030-01-01') }), EVER, 10)).toEqual([
      { startsAt: at('2026-01-31T22:00:00.000Z'), endsAt: at('2026-02-01T01:00:00.000Z') },
    ]);
  });

  it('fall back to the last day of shorter months, and do not stay there', () => {
    expect(starts(window())).toEqual([
      '2026-01-31T22:00',
      '2026-02-28T22:00',
      '2026-03-31T22:00',
      '2026-04-30T22:00',
      '2026-05-31T22:00',
    ]);
    expect(starts(window(), { from: at('2028-02-01T02:00:00.000Z'), to: at('2028-03-01') })).toEqual([
      '2028-02-29T22:00',
    ]);
  });

  it('are counted in days and weeks', () => {
    expect(starts(window({ repeatUnit: 'DAY', repeatInterval: 10 }), EVER, 3)).toEqual([
      '2026-01-31T22:00',
      '2026-02-10T22:00',
      '2026-02-20T22:00',
    ]);
    expect(starts(window({ repeatUnit: 'WEEK', repeatInterval: 2 }), EVER, 2)).toEqual([
      '2026-01-31T22:00',
      '2026-02-14T22:00',
    ]);
  });

  it.each([
    ['2026-02-02T00:00:00.000Z', 3],
    ['2026-02-02T23:59:59.999Z', 3],
    ['2026-02-01T23:59:59.999Z', 2],
    ['2026-01-31T00:00:00.000Z', 1],
    ['2020-01-01T00:00:00.000Z', 1],
  ])('repeat until the end of the day %s: %d of them', (repeatEndsAt, count) => {
    expect(starts(window({ repeatUnit: 'DAY', repeatEndsAt: at(repeatEndsAt) }))).toHaveLength(count);
  });

  it('count as soon as a part of them lies in the range', () => {
    const daily = window({ repeatUnit: 'DAY' });
    const from = (text: string, to: string) => starts(daily, { from: at(text), to: at(to) });
    expect(from('2026-02-03T00:59:59.999Z', '2026-02-03T22:00:00.000Z')).toEqual(['2026-02-02T22:00']);
    expect(from('2026-02-03T01:00:00.000Z', '2026-02-03T22:00:00.000Z')).toEqual([]);
    expect(from('2026-02-03T01:00:00.000Z', '2026-02-03T22:00:00.001Z')).toEqual(['2026-02-03T22:00']);
  });

  it.each(REPEAT_UNITS)('are found at once in the year 9999, however long it goes: %s', (repeatUnit) => {
    const old = window({ startsAt: at('0001-01-01'), endsAt: at('0001-01-02'), repeatUnit });
    const startedAt = process.cpuUsage();
    for (let time = 0; time < 1_000; time += 1)
      expect(occurrencesIn(old, { from: at('9999-11-28'), to: LAST_MOMENT }, 5)[0]!.startsAt.getUTCFullYear()).toBe(
        9999,
      );
    expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(3_000);
  });

  it('end with the year 9999', () => {
    const last = window({ startsAt: at('9999-12-30'), endsAt: at('9999-12-31'), repeatUnit: 'DAY' });
    expect(occurrencesIn(last, EVER, 100)).toHaveLength(1);
    expect(occurrencesIn({ ...last, repeatInterval: 2_147_483_647 }, EVER, 100)).toHaveLength(1);
  });
});

const HOUR_MS = 3_600_000;
const recurrences = fc
  .record({
    start: fc.date({ min: at('1970-01-01'), max: at('2090-01-01'), noInvalidDate: true }),
    hours: fc.integer({ min: 1, max: 24 * 70 }),
    repeatUnit: fc.constantFrom(...REPEAT_UNITS),
    repeatInterval: fc.option(fc.integer({ min: 1, max: 40 })),
    daysMore: fc.option(fc.integer({ min: -10, max: 4_000 })),
  })
  .map(({ start, hours, daysMore, ...rest }): Recurrence => ({
    ...rest,
    startsAt: start,
    endsAt: new Date(start.getTime() + hours * HOUR_MS),
    repeatEndsAt: daysMore === null ? null : new Date(start.getTime() + daysMore * 24 * HOUR_MS),
  }));

/** The same by another calendar, one after the other from the first. */
function byLuxon({ startsAt, endsAt, repeatUnit, repeatInterval, repeatEndsAt }: Recurrence, from: Date, to: Date) {
  const first = DateTime.fromJSDate(startsAt, { zone: 'utc' });
  const lastDay = repeatEndsAt && DateTime.fromJSDate(repeatEndsAt, { zone: 'utc' }).endOf('day');
  const unit = `${repeatUnit.toLowerCase()}s` as 'days' | 'weeks' | 'months';
  const found: { startsAt: Date; endsAt: Date }[] = [];
  const most = repeatInterval === null ? 1 : Infinity;
  for (let n = 0; n < most; n += 1) {
    const start = first.plus({ [unit]: n * (repeatInterval ?? 0) });
    if (start.toJSDate() >= to || (n > 0 && lastDay && start > lastDay)) break;
    const end = start.plus(endsAt.getTime() - startsAt.getTime());
    if (end.toJSDate() > from) found.push({ startsAt: start.toJSDate(), endsAt: end.toJSDate() });
  }
  return found;
}

it('are those that luxon counts one by one', () => {
  const ranges = fc.record({ later: fc.integer({ min: -1_000, max: 3_000 }), days: fc.integer({ min: 1, max: 500 }) });
  fc.assert(
    fc.property(recurrences, ranges, (given, { later, days }) => {
      const from = new Date(given.startsAt.getTime() + later * 24 * HOUR_MS);
      const to = new Date(from.getTime() + days * 24 * HOUR_MS);
      expect(occurrencesIn(given, { from, to }, 10_000)).toEqual(byLuxon(given, from, to));
    }),
    { numRuns: 500 },
  );
});
