import {
  incidentDuration,
  INCIDENT_UPDATE_STATUSES,
  SEVERITIES,
  type IncidentUpdateStatus,
  type Severity,
} from '#domain';
import { CreateOf, CursorListOf, Ignores, NestedList, OneOf, Text, Time, UpdateOf, Uuid, ViewOf, Whole } from '#http';
import {
  EXAMPLE_SERVICE_ID,
  StatusPageServiceReference,
  StatusPageServiceView,
} from '../status-page-services/index.js';
import { StatusPageIncidentUpdateCreateRequest, StatusPageIncidentUpdateView } from './incident-update.dto.js';
import type { IncidentUpdateDetails, StatusPageIncidentDetails } from './status-page-incidents.queries.js';

/** Of the first start, so that the examples of the documentation work (decision 33). */
export const EXAMPLE_INCIDENT_ID = '50000000-0000-4000-8000-000000000004';

/** Reference 3.2. */
class IncidentFields {
  @Text({ min: 1, max: 255, description: 'What visitors read', example: 'Orders are slow' }) name: string;
  @OneOf(SEVERITIES, { description: 'How bad it is', example: 'MAJOR' }) severity: Severity;
}

class NamedServices {
  @NestedList(() => StatusPageServiceReference, {
    min: 1,
    description: 'The services that it is about, each once; it shows on every page that has one of them',
    example: [{ id: EXAMPLE_SERVICE_ID }],
  })
  services: StatusPageServiceReference[];
}

class FirstUpdate {
  @NestedList(() => StatusPageIncidentUpdateCreateRequest, {
    min: 1,
    max: 1,
    description: 'The first update: exactly one',
    example: [{ description: 'We are looking into it.', status: 'INVESTIGATING' }],
  })
  incidentUpdates: StatusPageIncidentUpdateCreateRequest[];
}

class IncidentServerFields {
  @Uuid({ description: 'Id of the incident', example: EXAMPLE_INCIDENT_ID }) id: string;
  @OneOf(INCIDENT_UPDATE_STATUSES, {
    description: 'Status of the latest update by its public date',
    example: 'INVESTIGATING',
  })
  lastUpdateStatus: IncidentUpdateStatus;
  @Whole({
    min: 0,
    nullable: true,
    description:
      'Milliseconds from the first update to the one that resolved it, or to now; null when it begins in the future',
    example: 60_000,
  })
  duration: number | null;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it, or an update of it, was last changed', example: null })
  updated_at: Date | null;
}

class ShownParts {
  @NestedList(() => StatusPageServiceView, { description: 'The services that it is about' })
  services: StatusPageServiceView[];
  @NestedList(() => StatusPageIncidentUpdateView, {
    min: 1,
    description: 'The latest 100 updates, the latest by its public date first',
  })
  incidentUpdates: IncidentUpdateDetails[];
}

@Ignores(IncidentServerFields)
export class StatusPageIncidentCreateRequest extends CreateOf(CreateOf(IncidentFields, NamedServices), FirstUpdate) {}

@Ignores(IncidentServerFields, FirstUpdate)
export class StatusPageIncidentUpdateRequest extends UpdateOf(CreateOf(IncidentFields, NamedServices), [
  'name',
  'severity',
  'services',
]) {}

@Ignores(IncidentServerFields, FirstUpdate)
export class StatusPageIncidentPatchRequest extends UpdateOf(CreateOf(IncidentFields, NamedServices)) {}

export class StatusPageIncidentView extends ViewOf(CreateOf(IncidentFields, ShownParts), IncidentServerFields) {
  static of(incident: StatusPageIncidentDetails, now = new Date()): StatusPageIncidentView {
    const { createdAt, updatedAt, firstUpdateAt, resolvedAt, ...shown } = incident;
    const duration = incidentDuration({ firstUpdateAt, resolvedAt }, now);
    return { ...shown, duration, created_at: createdAt, updated_at: updatedAt };
  }
}

export class StatusPageIncidentListView extends CursorListOf(() => StatusPageIncidentView) {}
