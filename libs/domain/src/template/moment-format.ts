const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY_MS = 86_400_000;

const two = (value: number) => String(value).padStart(2, '0');
const ordinal = (value: number) => {
  const last = value % 100 >= 11 && value % 100 <= 13 ? 0 : value % 10;
  return `${value}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
};
const dayOfYear = (time: Date) => Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
const hourOf12 = (time: Date) => time.getUTCHours() % 12 || 12;

/** ISO 8601: a week belongs to the year of its Thursday. */
function thursday(time: Date): Date {
  const day = time.getUTCDay() || 7;
  return new Date(time.getTime() + (4 - day) * DAY_MS);
}
const isoWeek = (time: Date) => Math.ceil(dayOfYear(thursday(time)) / 7);

const TOKENS: Readonly<Record<string, (time: Date) => string>> = {
  YYYY: (time) => String(time.getUTCFullYear()).padStart(4, '0'),
  YY: (time) => two(time.getUTCFullYear() % 100),
  Q: (time) => String(Math.floor(time.getUTCMonth() / 3) + 1),
  M: (time) => String(time.getUTCMonth() + 1),
  Mo: (time) => ordinal(time.getUTCMonth() + 1),
  MM: (time) => two(time.getUTCMonth() + 1),
  MMM: (time) => MONTHS[time.getUTCMonth()]!.slice(0, 3),
  MMMM: (time) => MONTHS[time.getUTCMonth()]!,
  D: (time) => String(time.getUTCDate()),
  Do: (time) => ordinal(time.getUTCDate()),
  DD: (time) => two(time.getUTCDate()),
  DDD: (time) => String(dayOfYear(time)),
  DDDD: (time) => String(dayOfYear(time)).padStart(3, '0'),
  d: (time) => String(time.getUTCDay()),
  dd: (time) => DAYS[time.getUTCDay()]!.slice(0, 2),
  ddd: (time) => DAYS[time.getUTCDay()]!.slice(0, 3),
  dddd: (time) => DAYS[time.getUTCDay()]!,
  E: (time) => String(time.getUTCDay() || 7),
  W: (time) => String(isoWeek(time)),
  WW: (time) => two(isoWeek(time)),
  GGGG: (time) => String(thursday(time).getUTCFullYear()),
  A: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (time) => (time.getUTCHours() < 12 ? 'am' : 'pm'),
  H: (time) => String(time.getUTCHours()),
  HH: (time) => two(time.getUTCHours()),
  h: (time) => String(hourOf12(time)),
  hh: (time) => two(hourOf12(time)),
  m: (time) => String(time.getUTCMinutes()),
  mm: (time) => two(time.getUTCMinutes()),
  s: (time) => String(time.getUTCSeconds()),
  ss: (time) => two(time.getUTCSeconds()),
  S: (time) => String(Math.floor(time.getUTCMilliseconds() / 100)),
  SS: (time) => two(Math.floor(time.getUTCMilliseconds() / 10)),
  SSS: (time) => String(time.getUTCMilliseconds()).padStart(3, '0'),
  X: (time) => String(Math.floor(time.getTime() / 1_000)),
  x: (time) => String(time.getTime()),
  Z: () => '+00:00',
  ZZ: () => '+0000',
};

/** The longest token first; `[text]` is taken as it stands. */
const PARTS = new RegExp(
  `\\[([^\\[\\]]*)\\]|${Object.keys(TOKENS)
    .toSorted((a, b) => b.length - a.length)
    .join('|')}`,
  'g',
);

/** A time in UTC, by the usual tokens of the moment library (`YYYY-MM-DD HH:mm:ss`, `X` = unix seconds, `[literal]`). */
export function momentFormat(time: Date, format: string): string {
  return format.replace(PARTS, (token, literal: string | undefined) => literal ?? TOKENS[token]!(time));
}
