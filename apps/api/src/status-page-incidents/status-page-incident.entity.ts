import type { AccountId, PageIncidentCourse, IncidentUpdateStatus, PageIncidentStep, Severity } from '#domain';
import { CreatedAtColumn, NullableTimeColumn, TimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('status_page_incidents')
@Index('status_page_incidents_created_idx', { synchronize: false })
export class StatusPageIncidentRow implements PageIncidentCourse {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'status_page_incidents_pkey' })
  accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'status_page_incidents_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text') severity: Severity;
  @Column('text', { name: 'last_update_status' }) lastUpdateStatus: IncidentUpdateStatus;
  @TimeColumn('first_update_at') firstUpdateAt: Date;
  @NullableTimeColumn('resolved_at') resolvedAt: Date | null;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}

@Entity('status_page_incident_updates')
@Index('status_page_incident_updates_latest_idx', { synchronize: false })
export class StatusPageIncidentUpdateRow implements PageIncidentStep {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'status_page_incident_updates_pkey' })
  accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'status_page_incident_updates_pkey' }) id: string;
  @Column('uuid', { name: 'incident_id' }) incidentId: string;
  @Column('text') description: string;
  @Column('text') status: IncidentUpdateStatus;
  @TimeColumn('public_incident_update_date') publicIncidentUpdateDate: Date;
  @Column('boolean', { name: 'notify_subscribers' }) notifySubscribers: boolean;
  @CreatedAtColumn() createdAt: Date;
}
