import type { AccountId, Incident, IncidentImpact, IncidentUpdate, IncidentUpdateStatus } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('incidents')
@Index('incidents_dashboard_idx', ['accountId', 'dashboardId'])
export class IncidentRow implements Incident {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'incidents_pkey' }) accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'incidents_pkey' }) id: string;
  @Column('integer', { name: 'dashboard_id' }) dashboardId: number;
  @Column('text') name: string;
  @Column('text') impact: IncidentImpact;
  @NullableTimeColumn('started_at') startedAt: Date | null;
  @NullableTimeColumn('stopped_at') stoppedAt: Date | null;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}

@Entity('incident_updates')
@Index('incident_updates_incident_idx', { synchronize: false })
export class IncidentUpdateRow implements IncidentUpdate {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'incident_updates_pkey' })
  accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'incident_updates_pkey' }) id: string;
  @Column('uuid', { name: 'incident_id' }) incidentId: string;
  @Column('text') status: IncidentUpdateStatus;
  @Column('text') description: string;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
