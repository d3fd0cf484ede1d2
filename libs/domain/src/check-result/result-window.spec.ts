import { DomainError } from '../domain-error.js';
import { RESULT_WINDOW_MS, requireOrder, windowOf } from './result-window.js';

const NOW = new Date('2026-03-18T12:00:00.000Z');
const at = (text: string) => new Date(`2026-03-18T${text}.000Z`);
const six = (asked: { from?: Date; to?: Date }) => windowOf(asked, RESULT_WINDOW_MS, NOW);

describe('windowOf', () => {
  it('ends now and spans the longest time when nothing is asked', () => {
    expect(six({})).toEqual({ from: at('06:00:00'), to: NOW });
    expect(windowOf({}, 24 * 3_600_000, NOW).from).toEqual(new Date('2026-03-17T12:00:00.000Z'));
  });

  it('begins the longest time before "to"', () => {
    expect(six({ to: at('10:30:00') })).toEqual({ from: at('04:30:00'), to: at('10:30:00') });
    expect(six({ to: new Date(1_000) })).toEqual({ from: new Date(0), to: new Date(1_000) });
  });

  it('ends the longest time after "from", also in the future', () => {
    expect(six({ from: at('11:00:00') })).toEqual({ from: at('11:00:00'), to: at('17:00:00') });
  });

  it('takes exactly six hours and refuses a millisecond more', () => {
    expect(six({ from: at('01:00:00'), to: at('07:00:00') })).toEqual({ from: at('01:00:00'), to: at('07:00:00') });
    const tooLong = { from: at('01:00:00'), to: new Date(at('07:00:00').getTime() + 1) };
    expect(() => six(tooLong)).toThrow(new DomainError('rule', '"from" and "to" may be at most 6 hours apart', 'from'));
  });

  it('refuses a window without a moment in it', () => {
    expect(() => six({ from: at('02:00:00'), to: at('02:00:00') })).toThrow('"from" must lie before "to"');
    expect(() => requireOrder({ from: at('02:00:01'), to: at('02:00:00') })).toThrow(DomainError);
    expect(() => requireOrder({ from: at('02:00:00'), to: at('02:00:01') })).not.toThrow();
  });
});
