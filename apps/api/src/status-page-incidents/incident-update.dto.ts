import { INCIDENT_UPDATE_STATUSES, type IncidentUpdateStatus } from '#domain';
import { Flag, Ignores, OneOf, Text, Time, UpdateOf, Uuid, ViewOf } from '#http';

export const EXAMPLE_UPDATE_ID = '50000000-0000-4000-8000-000000000005';

/** Spec 2.5. */
class UpdateFields {
  @Text({ min: 1, description: 'What there is to say', example: 'We are looking into it.' }) description: string;
  @OneOf(INCIDENT_UPDATE_STATUSES, {
    optional: true,
    description: 'How far it is; absent: as the update before says, INVESTIGATING in the first one',
    example: 'IDENTIFIED',
  })
  status?: IncidentUpdateStatus;
  @Time({
    optional: true,
    description: 'When it happened, as visitors see it; absent: the time of the request',
    example: '2026-11-21T12:00:00.000Z',
  })
  publicIncidentUpdateDate?: Date;
  @Flag({
    default: false,
    description: 'Whether subscribers are told, when the update is posted: changing it later sends nothing',
    example: false,
  })
  notifySubscribers: boolean;
}

class UpdateServerFields {
  @Uuid({ description: 'Id of the update', example: EXAMPLE_UPDATE_ID }) id: string;
  @Time({ description: 'When it was written', example: '2026-11-21T12:00:00.000Z' }) created_at: string;
}

@Ignores(UpdateServerFields)
export class StatusPageIncidentUpdateCreateRequest extends UpdateFields {}

@Ignores(UpdateServerFields)
export class StatusPageIncidentUpdateChangeRequest extends UpdateOf(UpdateFields, ['description']) {}

/** What PostgreSQL makes of an update, as `IncidentUpdateDetails`. */
export class StatusPageIncidentUpdateView extends ViewOf(UpdateFields, UpdateServerFields) {}
