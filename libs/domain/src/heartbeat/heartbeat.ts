import { ruleBroken } from '../domain-error.js';

/** Reference 5.8. */
export const HEARTBEAT_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const;
export type HeartbeatUnit = (typeof HEARTBEAT_UNITS)[number];

/** Reference 3.8. All but FAILING are pings; FAILING is a ping that did not come. */
export const HEARTBEAT_STATES = ['FAILING', 'EARLY', 'RECEIVED', 'GRACE', 'LATE'] as const;
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number];

/** How often somebody has to ping, and how much later is still in time. */
export interface HeartbeatSettings {
  period: number;
  periodUnit: HeartbeatUnit;
  grace: number;
  graceUnit: HeartbeatUnit;
}

export interface HeartbeatTiming {
  periodMs: number;
  graceMs: number;
}

const UNIT_MS: Record<HeartbeatUnit, number> = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const SHORTEST_PERIOD_MS = 30_000;
const LONGEST_MS = 365 * UNIT_MS.days;

/** In milliseconds. Reference 5.8: the period 30 s to 365 days, the grace 0 to 365 days; anything else breaks a rule. */
export function timingOf({ period, periodUnit, grace, graceUnit }: HeartbeatSettings): HeartbeatTiming {
  const periodMs = Math.round(period * UNIT_MS[periodUnit]);
  const graceMs = Math.round(grace * UNIT_MS[graceUnit]);
  if (periodMs < SHORTEST_PERIOD_MS || periodMs > LONGEST_MS)
    throw ruleBroken('"heartbeat.period" must be from 30 seconds to 365 days', 'heartbeat.period');
  if (graceMs < 0 || graceMs > LONGEST_MS)
    throw ruleBroken('"heartbeat.grace" must be from 0 to 365 days', 'heartbeat.grace');
  return { periodMs, graceMs };
}

/** What is known of a heartbeat when a ping comes: unix milliseconds. */
export interface HeartbeatTimer extends HeartbeatTiming {
  /** When the next ping is expected; null before the first one. */
  expectedAt: number | null;
  isFailing: boolean;
}

/** Jobs do not take equally long each time: this share of the period around the expected moment is on time, but a minute at most. */
const ON_TIME_SHARE = 0.1;
const ON_TIME_MOST_MS = 60_000;

/**
 * How a ping at `now` is: EARLY or on time (RECEIVED) around the moment it is expected, then within the grace, then LATE, which is
 * after the end of the grace and before anybody noticed. The first ping, and the one that ends a failure, are RECEIVED.
 */
export function pingState({ expectedAt, periodMs, graceMs, isFailing }: HeartbeatTimer, now: number): HeartbeatState {
  if (expectedAt === null || isFailing) return 'RECEIVED';
  if (now > expectedAt + graceMs) return 'LATE';
  const tolerance = Math.min(periodMs * ON_TIME_SHARE, ON_TIME_MOST_MS);
  if (now < expectedAt - tolerance) return 'EARLY';
  return now <= expectedAt + tolerance ? 'RECEIVED' : 'GRACE';
}

/** Events of a span of time: how many there were, and how many of them were pings. */
export interface HeartbeatTally {
  events: number;
  pings: number;
}

/** Spec 2.10. Ratios are percentages from 0 to 100 with at most four decimals, as those of reports are. */
export interface HeartbeatAvailability {
  successRatio: {
    /** Absent where the period before had no events. */
    previousPeriod?: number;
    currentPeriod: number;
  };
  totalEntitiesCurrentPeriod: number;
}

/** Null where there were no events: nothing is known. */
export function heartbeatAvailability(current: HeartbeatTally, previous: HeartbeatTally): HeartbeatAvailability | null {
  if (current.events === 0) return null;
  const before = previous.events === 0 ? {} : { previousPeriod: ratioOf(previous) };
  return { successRatio: { ...before, currentPeriod: ratioOf(current) }, totalEntitiesCurrentPeriod: current.events };
}

const ratioOf = ({ events, pings }: HeartbeatTally) => Math.round((pings / events) * 1_000_000) / 10_000;

/** Reference 5.8: programs that look at every address they are shown; what they fetch is no ping. */
const PREVIEWS =
  /Twitterbot|Slackbot|Googlebot|Discordbot|facebookexternalhit|Facebot|TelegramBot|WhatsApp|LinkedInBot/i;

export const isPreview = (userAgent: string): boolean => PREVIEWS.test(userAgent);

/** Whole days, hours, minutes and seconds: `1 day 2 hours`. */
export function spanText(ms: number): string {
  let left = Math.round(ms / 1_000);
  const parts = (['days', 'hours', 'minutes', 'seconds'] as const).flatMap((unit) => {
    const many = Math.floor(left / (UNIT_MS[unit] / 1_000));
    left -= many * (UNIT_MS[unit] / 1_000);
    return many === 0 ? [] : [`${many} ${many === 1 ? unit.slice(0, -1) : unit}`];
  });
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}
