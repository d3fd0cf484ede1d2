import type { TimeRange } from '../check-result/result-window.js';

/** Spec 4.2. */
export const QUICK_RANGES = [
  'last24Hours',
  'last7Days',
  'last30Days',
  'thisWeek',
  'thisMonth',
  'lastWeek',
  'lastMonth',
] as const;
export type QuickRange = (typeof QUICK_RANGES)[number];

const DAY_MS = 86_400_000;

/** Decision 15: in UTC, weeks start on Monday. The `last...Days` and `this...` ranges end `now`. */
export function quickRange(name: QuickRange, now: Date): TimeRange {
  switch (name) {
    case 'last24Hours':
      return { from: daysBefore(now, 1), to: now };
    case 'last7Days':
      return { from: daysBefore(now, 7), to: now };
    case 'last30Days':
      return { from: daysBefore(now, 30), to: now };
    case 'thisWeek':
      return { from: monday(now), to: now };
    case 'thisMonth':
      return { from: firstOfMonth(now, 0), to: now };
    case 'lastWeek':
      return { from: daysBefore(monday(now), 7), to: monday(now) };
    case 'lastMonth':
      return { from: firstOfMonth(now, -1), to: firstOfMonth(now, 0) };
  }
}

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS);

const firstOfMonth = (now: Date, offset: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));

function monday(now: Date): Date {
  const midnight = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  return daysBefore(midnight, (midnight.getUTCDay() + 6) % 7);
}
