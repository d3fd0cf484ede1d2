import type { AccountId, Check, CheckType, RetryStrategy } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('checks')
@Index('checks_created_idx', { synchronize: false })
export class CheckRow implements Check {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'checks_pkey' }) accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'checks_pkey' }) id: string;
  @Column('text', { name: 'check_type' }) checkType: CheckType;
  @Column('text') name: string;
  @Column('text', { nullable: true }) description: string | null;
  @Column('boolean') activated: boolean;
  @Column('boolean') muted: boolean;
  @Column('boolean', { name: 'double_check' }) doubleCheck: boolean;
  @Column('boolean', { name: 'should_fail' }) shouldFail: boolean;
  @Column('boolean', { name: 'run_parallel' }) runParallel: boolean;
  @Column('text', { array: true, nullable: true }) locations: string[] | null;
  @Column('text', { name: 'private_locations', array: true, nullable: true }) privateLocations: string[] | null;
  @Column('text', { array: true }) tags: string[];
  @Column('boolean', { name: 'use_global_alert_settings' }) useGlobalAlertSettings: boolean;
  @Column('jsonb', { name: 'alert_settings', nullable: true }) alertSettings: object | null;
  @Column('integer', { name: 'group_id', nullable: true }) groupId: number | null;
  @Column('integer', { name: 'group_order', nullable: true }) groupOrder: number | null;
  @Column('text', { name: 'runtime_id', nullable: true }) runtimeId: string | null;
  @Column('jsonb', { name: 'retry_strategy', nullable: true }) retryStrategy: RetryStrategy | null;
  @Column('jsonb', { name: 'trigger_incident', nullable: true }) triggerIncident: object | null;
  @Column('integer') frequency: number;
  @Column('integer', { name: 'frequency_offset' }) frequencyOffset: number;
  @Column('integer', { name: 'degraded_response_time', nullable: true }) degradedResponseTime: number | null;
  @Column('integer', { name: 'max_response_time', nullable: true }) maxResponseTime: number | null;
  @Column('jsonb') request: object;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
