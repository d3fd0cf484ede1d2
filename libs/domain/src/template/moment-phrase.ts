const MILLISECONDS = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
} as const;

const UNIT = '(millisecond|second|minute|hour|day|week|month|year)s?';
const AGO = new RegExp(`^(an?|\\d{1,7}) ${UNIT} (ago|from now)$`);
const IN = new RegExp(`^in (an?|\\d{1,7}) ${UNIT}$`);
const NEXT_LAST = new RegExp(`^(next|last) ${UNIT}$`);
const NAMED: Readonly<Record<string, number>> = { now: 0, today: 0, yesterday: -1, tomorrow: 1 };

/**
 * What `{{moment "2 days ago" "format"}}` means: so many units before or after `now`, `in 3 hours`, `last week`,
 * `next month`, `now`, `today`, `yesterday` or `tomorrow`. The time of day stays; a month that has no such day ends
 * earlier. Null when the phrase is none of these, or leads out of the calendar.
 */
export function momentOfPhrase(phrase: string, now: Date): Date | null {
  const text = phrase.trim().toLowerCase().replace(/\s+/g, ' ');
  const moved = move(text, now);
  return moved === null || Number.isNaN(moved.getTime()) ? null : moved;
}

function move(text: string, now: Date): Date | null {
  if (Object.hasOwn(NAMED, text)) return shifted(now, NAMED[text]!, 'day');
  const relative = AGO.exec(text);
  if (relative) return shifted(now, count(relative[1]!) * (relative[3] === 'ago' ? -1 : 1), relative[2]!);
  const later = IN.exec(text);
  if (later) return shifted(now, count(later[1]!), later[2]!);
  const neighbour = NEXT_LAST.exec(text);
  return neighbour && shifted(now, neighbour[1] === 'last' ? -1 : 1, neighbour[2]!);
}

const count = (text: string) => (text.startsWith('a') ? 1 : Number(text));

function shifted(now: Date, amount: number, unit: string): Date {
  if (unit in MILLISECONDS) return new Date(now.getTime() + amount * MILLISECONDS[unit as keyof typeof MILLISECONDS]);
  const months = unit === 'year' ? amount * 12 : amount;
  const moved = new Date(now);
  moved.setUTCMonth(now.getUTCMonth() + months, 1);
  const length = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(now.getUTCDate(), length));
  return moved;
}
