import { checkWindow, LAST_MOMENT, occurrenceRange, timeCondition } from './maintenance-window.js';

const [early, late] = [new Date('2026-01-01T00:00:00.000Z'), new Date('2026-01-01T00:00:00.001Z')];

it('a window ends after it starts', () => {
  expect(checkWindow({ startsAt: early, endsAt: late })).toEqual({ startsAt: early, endsAt: late });
  for (const startsAt of [late, new Date(late.getTime() + 1)])
    expect(() => checkWindow({ startsAt, endsAt: late })).toThrow('"endsAt" must lie after "startsAt"');
});

it('a time is compared in one way only', () => {
  expect(timeCondition('startsAt', {})).toBeNull();
  expect(timeCondition('startsAt', { lte: late })).toEqual({ operator: 'lte', at: late });
  expect(() => timeCondition('startsAt', { gt: early, lt: late })).toThrow('"startsAt" may be compared once only');
});

it('occurrences are asked for from now and for ever, unless said otherwise', () => {
  expect(occurrenceRange({}, early)).toEqual({ from: early, to: LAST_MOMENT });
  expect(occurrenceRange({ to: late }, early)).toEqual({ from: early, to: late });
  expect(() => occurrenceRange({ from: late }, early)).not.toThrow();
  expect(() => occurrenceRange({ from: late, to: late }, early)).toThrow('"from" must lie before "to"');
});
