import type { Account, AccountId, AlertSettings, Plan, RuntimeId } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('accounts')
export class AccountRow implements Account {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'accounts_pkey' }) accountId: AccountId;
  @Column('text') name: string;
  @Column('text', { name: 'runtime_id' }) runtimeId: RuntimeId;
  @Column('text') plan: Plan;
  @Column('jsonb', { default: {} }) settings: Record<string, unknown>;
  @Column('jsonb', { name: 'alert_settings', default: {} }) alertSettings: AlertSettings;
  /** Grows with everything that agents are sent once for all runs. */
  @Column({ type: 'integer', name: 'lease_revision', default: 0, update: false }) leaseRevision?: number;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;

  get id(): AccountId {
    return this.accountId;
  }
}
