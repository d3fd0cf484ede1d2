import type { AccountId, AlertSettings, Check, CheckType, RetryStrategy, TriggerIncident } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Check as Constraint, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('checks')
@Index('checks_created_idx', { synchronize: false })
@Index('checks_type_idx', { synchronize: false })
@Index('checks_group_idx', { synchronize: false })
@Index('checks_tags_idx', { synchronize: false })
@Constraint('checks_settings_check', "settings <> '{}'")
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
  @Column('jsonb', { name: 'alert_settings', nullable: true }) alertSettings: AlertSettings | null;
  @Column('integer', { name: 'group_id', nullable: true }) groupId: number | null;
  @Column('integer', { name: 'group_order', nullable: true }) groupOrder: number | null;
  @Column('text', { name: 'runtime_id', nullable: true }) runtimeId: string | null;
  @Column('jsonb', { name: 'retry_strategy', nullable: true }) retryStrategy: RetryStrategy | null;
  @Column('jsonb', { name: 'trigger_incident', nullable: true }) triggerIncident: TriggerIncident | null;
  @Column('integer') frequency: number;
  @Column('integer', { name: 'frequency_offset' }) frequencyOffset: number;
  @Column('jsonb') settings: Record<string, unknown>;
  @Column('jsonb', { nullable: true }) dependencies: object[] | null;
  /** Values of secret variables by key, sealed, in base64. */
  @Column('jsonb', { name: 'sealed_variables', default: {} }) sealedVariables: Record<string, string>;
  /** The name in lower case: PostgreSQL's own `lower` knows but ASCII in some locales. */
  @Column('text', { name: 'search_name' }) searchName: string;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
