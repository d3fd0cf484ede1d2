import { conflict, ruleBroken } from '../domain-error.js';
import type { IncidentUpdateStatus } from '../incident/incident.js';

/** Reference 1.7, the worst first. */
export const SEVERITIES = ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What of an update decides about its incident. */
export interface PageIncidentStep {
  id: string;
  status: IncidentUpdateStatus;
  publicIncidentUpdateDate: Date;
  createdAt: Date;
}

/** What the updates of an incident say about it. */
export interface PageIncidentCourse {
  lastUpdateStatus: IncidentUpdateStatus;
  firstUpdateAt: Date;
  /** When it was resolved for good so far; null while it is open. */
  resolvedAt: Date | null;
}

/**
 * The course of an incident by the public dates of its updates (reference 5.9, N-12): it is what the last one says, and was
 * resolved by the first RESOLVED after the last other status, so a second RESOLVED does not extend it and re-opening does.
 * Throws a conflict when there is no update: an incident keeps at least one.
 */
export function courseOf(updates: readonly PageIncidentStep[]): PageIncidentCourse {
  const steps = updates.toSorted(byDate);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) throw conflict('An incident keeps at least one update. Delete the incident instead.');
  const closing = steps[steps.findLastIndex(({ status }) => status !== 'RESOLVED') + 1];
  return {
    lastUpdateStatus: last.status,
    firstUpdateAt: first.publicIncidentUpdateDate,
    resolvedAt: closing?.publicIncidentUpdateDate ?? null,
  };
}

/** Of the same public date the one that was written later comes later. */
function byDate(one: PageIncidentStep, other: PageIncidentStep): number {
  return (
    one.publicIncidentUpdateDate.getTime() - other.publicIncidentUpdateDate.getTime() ||
    one.createdAt.getTime() - other.createdAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  );
}

/**
 * Milliseconds from the first update to the one that resolved it, or to now while it is open (reference 5.9). Null when it
 * only begins in the future.
 */
export function incidentDuration(
  { firstUpdateAt, resolvedAt }: Omit<PageIncidentCourse, 'lastUpdateStatus'>,
  now: Date,
): number | null {
  const duration = (resolvedAt ?? now).getTime() - firstUpdateAt.getTime();
  return duration < 0 ? null : duration;
}

/** The ids of the services an incident names, in their order. Throws a rule error when it names one twice. */
export function affectedServices(services: readonly { id: string }[]): string[] {
  const ids = services.map(({ id }) => id.toLowerCase());
  if (new Set(ids).size < ids.length) throw ruleBroken('"services" must not name a service twice', 'services');
  return ids;
}
