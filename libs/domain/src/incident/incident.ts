import { conflict, ruleBroken } from '../domain-error.js';

/** Spec 2.4. */
export const INCIDENT_IMPACTS = ['MAINTENANCE', 'MAJOR', 'MINOR'] as const;
export type IncidentImpact = (typeof INCIDENT_IMPACTS)[number];
/** What user interfaces start from; the field itself is required (spec 2.4, 4.4). */
export const DEFAULT_INCIDENT_IMPACT: IncidentImpact = 'MINOR';

/** Spec 3.1, which leaves out the reference's fifth, MAINTENANCE. Any may follow any (reference 4, N-12). */
export const INCIDENT_UPDATE_STATUSES = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'] as const;
export type IncidentUpdateStatus = (typeof INCIDENT_UPDATE_STATUSES)[number];

/** Spec 2.4: something that a dashboard tells its visitors. */
export interface Incident {
  readonly id: string;
  name: string;
  impact: IncidentImpact;
  readonly dashboardId: number;
  /** From and until when it is active; null = not said. */
  startedAt: Date | null;
  stoppedAt: Date | null;
  readonly createdAt: Date;
  updatedAt: Date | null;
}

export interface IncidentUpdate {
  readonly id: string;
  readonly incidentId: string;
  readonly status: IncidentUpdateStatus;
  description: string;
  readonly createdAt: Date;
  updatedAt: Date | null;
}

export type IncidentChange = Partial<Pick<Incident, 'name' | 'impact' | 'startedAt' | 'stoppedAt'>>;

/** Applies a PUT: what is absent stays. Throws a rule error when it would stop before it starts. */
export function changeIncident<Current extends Incident>(current: Current, change: IncidentChange): Current {
  const changed = { ...current, ...change };
  checkPeriod(changed);
  return changed;
}

/** Throws a rule error when an incident would stop before it starts. */
export function checkPeriod({ startedAt, stoppedAt }: Pick<Incident, 'startedAt' | 'stoppedAt'>): void {
  if (startedAt !== null && stoppedAt !== null && stoppedAt < startedAt) {
    throw ruleBroken('"stoppedAt" must not be before "startedAt"', 'stoppedAt');
  }
}

/** Throws a conflict when the deletion of an update leaves the incident without any: spec 2.4 wants at least one. */
export function admitUpdateRemoval(left: number): void {
  if (left < 1) throw conflict('An incident keeps at least one update. Delete the incident instead.');
}
