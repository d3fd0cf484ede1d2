import {
  RETRY_FALLBACK,
  type AccountId,
  type AlertSettings,
  type ApiCheckDefaults,
  type CheckGroup,
  type RetryStrategy,
  type Variable,
} from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('check_groups')
@Index('check_groups_created_idx', { synchronize: false })
@Index('check_groups_setup_snippet_idx', ['accountId', 'setupSnippetId'])
@Index('check_groups_tear_down_snippet_idx', ['accountId', 'tearDownSnippetId'])
export class CheckGroupRow implements CheckGroup {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'check_groups_pkey' }) accountId: AccountId;
  @PrimaryGeneratedColumn('identity', { type: 'integer', primaryKeyConstraintName: 'check_groups_pkey' }) id: number;
  @Column('text') name: string;
  @Column('boolean') activated: boolean;
  @Column('boolean') muted: boolean;
  @Column('text', { array: true }) tags: string[];
  @Column('text', { array: true }) locations: string[];
  @Column('text', { name: 'private_locations', array: true, nullable: true }) privateLocations: string[] | null;
  @Column('integer') concurrency: number;
  @Column('jsonb', { name: 'api_check_defaults' }) apiCheckDefaults: ApiCheckDefaults;
  @Column('text', { name: 'browser_check_defaults', nullable: true }) browserCheckDefaults: string | null;
  @Column('jsonb', { name: 'environment_variables', nullable: true }) environmentVariables: Variable[] | null;
  @Column('boolean', { name: 'double_check' }) doubleCheck: boolean;
  @Column('boolean', { name: 'run_parallel', nullable: true }) runParallel: boolean | null;
  @Column('jsonb', { name: 'retry_strategy', nullable: true }) retryStrategy:
    RetryStrategy | typeof RETRY_FALLBACK | null;
  @Column('boolean', { name: 'use_global_alert_settings', nullable: true }) useGlobalAlertSettings: boolean | null;
  @Column('jsonb', { name: 'alert_settings', nullable: true }) alertSettings: AlertSettings | null;
  @Column('text', { name: 'runtime_id', nullable: true }) runtimeId: string | null;
  @Column('integer', { name: 'setup_snippet_id', nullable: true }) setupSnippetId: number | null;
  @Column('integer', { name: 'tear_down_snippet_id', nullable: true }) tearDownSnippetId: number | null;
  @Column('text', { name: 'local_setup_script', nullable: true }) localSetupScript: string | null;
  @Column('text', { name: 'local_tear_down_script', nullable: true }) localTearDownScript: string | null;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
