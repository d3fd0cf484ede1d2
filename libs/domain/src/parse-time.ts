const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Below this a number means seconds (until the year 5138), from here on milliseconds (from 1973). */
const FIRST_MILLISECONDS = 100_000_000_000;
/** The last moment of the year 9999, in unix milliseconds. */
export const LAST_MOMENT_MS = 253_402_300_799_999;

/**
 * Reads a moment as clients send it: ISO 8601 (UTC where no zone is given), unix seconds or unix milliseconds, the
 * numbers as text too. Null when it is none of these or lies outside the years 1970 to 9999. Reference 1.4.
 */
export function parseTime(value: unknown): Date | null {
  const at = millisecondsOf(value);
  return at === null || !Number.isFinite(at) || at < 0 || at > LAST_MOMENT_MS ? null : new Date(at);
}

function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value < FIRST_MILLISECONDS ? Math.round(value * 1_000) : Math.round(value);
  if (typeof value !== 'string') return null;
  if (/^\d{1,15}(\.\d{1,6})?$/.test(value)) return millisecondsOf(Number(value));
  if (!ISO.test(value) || !isCalendarDay(value.slice(0, 10))) return null;
  const hasZone = value.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(value);
  return Date.parse(hasZone ? value : `${value}Z`);
}

/** `Date.parse` takes the 31st of February for the 3rd of March. */
function isCalendarDay(day: string): boolean {
  const at = Date.parse(day);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(day);
}
