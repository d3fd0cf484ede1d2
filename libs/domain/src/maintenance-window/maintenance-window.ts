import { LAST_MOMENT_MS } from '../parse-time.js';
import { ruleBroken } from '../domain-error.js';
import { requireOrder, type TimeRange } from '../check-result/result-window.js';

/** Decision 7. */
export const REPEAT_UNITS = ['DAY', 'WEEK', 'MONTH'] as const;
export type RepeatUnit = (typeof REPEAT_UNITS)[number];

/** When a window happens: from `startsAt` to `endsAt`, and again every `repeatInterval` units. */
export interface Recurrence {
  startsAt: Date;
  endsAt: Date;
  repeatUnit: RepeatUnit;
  /** Null: once only. */
  repeatInterval: number | null;
  /** The last calendar day (UTC) on which it happens again; null: for ever. */
  repeatEndsAt: Date | null;
}

/** Spec 2.6: a time during which the checks it names are not scheduled. */
export interface MaintenanceWindow extends Recurrence {
  readonly id: number;
  name: string;
  /** Tags or exact names of checks and groups. None names nothing. */
  tags: string[];
}

/** What a request may set. */
export type MaintenanceWindowFields = Omit<MaintenanceWindow, 'id'>;

/** Throws a broken rule unless the window has a length. */
export function checkWindow<T extends Pick<Recurrence, 'startsAt' | 'endsAt'>>(window: T): T {
  if (window.endsAt <= window.startsAt) throw ruleBroken('"endsAt" must lie after "startsAt"', 'endsAt');
  return window;
}

/** Reference 2.4: how the list compares a time. */
export const TIME_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;
export type TimeOperator = (typeof TIME_OPERATORS)[number];

export interface TimeCondition {
  operator: TimeOperator;
  at: Date;
}

/** The condition on a time field; null without one. Throws a broken rule when there are several: reference 2.4 allows one. */
export function timeCondition(field: string, asked: Partial<Record<TimeOperator, Date>>): TimeCondition | null {
  const given = TIME_OPERATORS.flatMap((operator) => (asked[operator] ? [{ operator, at: asked[operator] }] : []));
  if (given.length > 1) {
    throw ruleBroken(`"${field}" may be compared once only, with one of [${TIME_OPERATORS.join(', ')}]`, field);
  }
  return given[0] ?? null;
}

/** The range of a list of occurrences: from now and without an end where nothing else is asked. */
export function occurrenceRange({ from, to }: Partial<TimeRange>, now: Date): TimeRange {
  const range = { from: from ?? now, to: to ?? LAST_MOMENT };
  requireOrder(range);
  return range;
}

/** What no time lies beyond, in requests (see `parseTime`) and in answers. */
export const LAST_MOMENT = new Date(LAST_MOMENT_MS);
