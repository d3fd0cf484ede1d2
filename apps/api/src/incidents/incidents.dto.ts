import {
  DEFAULT_INCIDENT_IMPACT,
  INCIDENT_IMPACTS,
  INCIDENT_UPDATE_STATUSES,
  type Incident,
  type IncidentImpact,
  type IncidentUpdate,
  type IncidentUpdateStatus,
} from '#domain';
import {
  CreateOf,
  field,
  Flag,
  Ignores,
  NestedList,
  oneOf,
  OneOf,
  Text,
  Time,
  UpdateOf,
  Uuid,
  ViewOf,
  Whole,
} from '#http';
import { EXAMPLE_DASHBOARD_NUMBER } from '../dashboards/index.js';

/** The incident that the first start makes, and its update, have these ids in every account. */
export const EXAMPLE_INCIDENT_ID = '66666666-6666-4666-8666-666666666666';
export const EXAMPLE_INCIDENT_UPDATE_ID = '77777777-7777-4777-8777-777777777777';

const IMPACTS = oneOf(INCIDENT_IMPACTS);

/** Spec 2.4. `impact` is required, and its default only what a form starts from (spec 4.4 names it as required again). */
class IncidentFields {
  @Text({ min: 1, description: 'What happens', example: 'Log-in is slow' }) name: string;
  @field(
    { ...IMPACTS, schema: { ...IMPACTS.schema, default: DEFAULT_INCIDENT_IMPACT } },
    { description: 'How bad it is', example: 'MINOR' },
  )
  impact: IncidentImpact;
  @Time({
    nullable: true,
    default: null,
    description: 'When the incident becomes active',
    example: '2026-11-21T12:00:00.000Z',
  })
  startedAt: Date | null;
  @Time({ nullable: true, default: null, description: 'When it becomes inactive', example: null })
  stoppedAt: Date | null;
}

class DashboardReference {
  @Whole({
    min: 1,
    description: 'The numeric `id` of the dashboard on which the incident is shown',
    example: EXAMPLE_DASHBOARD_NUMBER,
  })
  dashboardId: number;
}

class UpdateStatus {
  @OneOf(INCIDENT_UPDATE_STATUSES, { description: 'How far it is', example: 'INVESTIGATING' })
  status: IncidentUpdateStatus;
}

class UpdateDescription {
  @Text({ min: 1, description: 'What visitors read', example: 'We are looking into it' }) description: string;
}

class UpdateServerFields {
  @Uuid({ description: 'Id of the update', example: EXAMPLE_INCIDENT_UPDATE_ID }) id: string;
  @Uuid({ description: 'The incident it belongs to', example: EXAMPLE_INCIDENT_ID }) incidentId: string;
  @Time({ description: 'When it was added', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
}

@Ignores(UpdateServerFields)
export class IncidentUpdateCreateRequest extends CreateOf(UpdateStatus, UpdateDescription) {}

/** Only the text can be changed (reference 3.1). */
@Ignores(UpdateStatus, UpdateServerFields)
export class IncidentUpdateChangeRequest extends UpdateDescription {}

export class IncidentUpdateView extends ViewOf(IncidentUpdateCreateRequest, UpdateServerFields) {
  static of({ id, status, description, incidentId, createdAt, updatedAt }: IncidentUpdate): IncidentUpdateView {
    return { id, status, description, incidentId, created_at: createdAt, updated_at: updatedAt };
  }
}

class FirstUpdate {
  @NestedList(() => IncidentUpdateCreateRequest, {
    min: 1,
    max: 1,
    description: 'Its first update, exactly one',
    example: [{ status: 'INVESTIGATING', description: 'We are looking into it' }],
  })
  incidentUpdates: IncidentUpdateCreateRequest[];
}

class ServerFields {
  @Uuid({ description: 'Id of the incident', example: EXAMPLE_INCIDENT_ID }) id: string;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it, or one of its updates, was last changed', example: null })
  updated_at: Date | null;
}

class Updates {
  @NestedList(() => IncidentUpdateView, { min: 1, max: 100_000, description: 'Its updates, the newest first' })
  incidentUpdates: IncidentUpdateView[];
}

@Ignores(ServerFields)
export class IncidentCreateRequest extends CreateOf(CreateOf(IncidentFields, DashboardReference), FirstUpdate) {}

/** An incident stays on its dashboard; its updates have routes of their own. */
@Ignores(ServerFields, DashboardReference, Updates)
export class IncidentChangeRequest extends UpdateOf(IncidentFields, ['name', 'impact']) {}

export class IncidentQuery {
  @Flag({ default: false, description: 'All updates instead of the newest only', example: false })
  includeAllIncidentUpdates: boolean;
}

export class IncidentChangeQuery {
  @Flag({ optional: true, description: 'Accepted for clients that send it; it changes nothing' }) probe?: boolean;
}

export class IncidentView extends ViewOf(
  CreateOf(IncidentFields, DashboardReference),
  CreateOf(ServerFields, Updates),
) {
  static of({ incident, updates }: { incident: Incident; updates: IncidentUpdate[] }): IncidentView {
    const { id, name, impact, dashboardId, startedAt, stoppedAt, createdAt, updatedAt } = incident;
    const incidentUpdates = updates.map(IncidentUpdateView.of);
    const fields = { id, name, impact, dashboardId, startedAt, stoppedAt, incidentUpdates };
    return { ...fields, created_at: createdAt, updated_at: updatedAt };
  }
}
