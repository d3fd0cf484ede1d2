import { ruleBroken } from '../domain-error.js';

/** Reference 3.4: minutes between runs; 0 = more often than once a minute. */
export const FREQUENCIES = [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Reference 3.4: of checks that run a script, once a minute at most. */
export const SCRIPT_FREQUENCIES = FREQUENCIES.filter((minutes) => minutes > 0);

/** Reference 3.4: seconds between runs where the frequency is 0. */
export const SUB_MINUTE_SECONDS = [10, 20, 30] as const;

const MINUTE_MS = 60_000;

export interface FrequencyAndOffset {
  frequency: number;
  /** With frequency 0 the seconds between runs, else the second of the period in which the check runs. */
  frequencyOffset: number;
}

/** Milliseconds between two runs. */
export function periodOf({ frequency, frequencyOffset }: FrequencyAndOffset): number {
  return frequency === 0 ? frequencyOffset * 1_000 : frequency * MINUTE_MS;
}

/**
 * The offset to store: with frequency 0 it must be sent and be 10, 20 or 30 seconds; else one that is sent is kept and a
 * missing one follows from the check's id, which spreads the checks evenly over the period.
 */
export function settleOffset(checkId: string, frequency: number, sent: number | undefined): number {
  if (frequency !== 0) return sent ?? 1 + (spread(checkId) % (frequency * 60));
  if (sent === undefined) throw ruleBroken('"frequencyOffset" is required when "frequency" is 0', 'frequencyOffset');
  if ((SUB_MINUTE_SECONDS as readonly number[]).includes(sent)) return sent;
  throw ruleBroken(
    `"frequencyOffset" must be one of [${SUB_MINUTE_SECONDS.join(', ')}] when "frequency" is 0`,
    'frequencyOffset',
  );
}

/** A whole number that is as random as the id's last 12 digits. */
export function spread(id: string): number {
  return Number.parseInt(id.slice(-12), 16);
}
