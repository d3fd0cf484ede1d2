import * as fc from 'fast-check';
import { parseTime } from './parse-time.js';

const iso = (value: unknown) => parseTime(value)?.toISOString() ?? null;

describe('parseTime', () => {
  it.each<[unknown, string]>([
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    [1_700_000_000.5, '2023-11-14T22:13:20.500Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    ['1700000000123', '2023-11-14T22:13:20.123Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-01-01T10:00', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T10:00:00', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T10:00:00+02:00', '2026-01-01T08:00:00.000Z'],
    ['2026-01-01T10:00:00.123456Z', '2026-01-01T10:00:00.123Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %p', (value, moment) => expect(iso(value)).toBe(moment));

  it.each([
    null,
    undefined,
    true,
    {},
    [],
    '',
    ' ',
    'now',
    '2026-02-29',
    '2026-13-01',
    '2026-01-01T25:00:00Z',
    '2026-01-01T10:00:00+99:99',
    '10000-01-01',
    '-1',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e20,
    '99999999999999999999',
    '1e9',
    '0x1',
    '2026-01-01T00:00:00Z; DROP',
  ])('refuses %p', (value) => expect(parseTime(value)).toBeNull());

  it('reads back what a Date says, and never throws', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(fc.property(dates, (date) => expect(parseTime(date.toISOString())).toEqual(date)));
    fc.assert(fc.property(fc.anything(), (value) => void parseTime(value)));
  });
});
