import type { AccountId, MaintenanceWindow, RepeatUnit } from '#domain';
import { CreatedAtColumn, NullableTimeColumn, TimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('maintenance_windows')
@Index('maintenance_windows_created_idx', { synchronize: false })
@Index('maintenance_windows_starts_idx', ['accountId', 'startsAt'])
@Index('maintenance_windows_ends_idx', ['accountId', 'endsAt'])
export class MaintenanceWindowRow implements MaintenanceWindow {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'maintenance_windows_pkey' })
  accountId: AccountId;
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'maintenance_windows_pkey',
  })
  id: number;
  @Column('text') name: string;
  @Column('text', { array: true }) tags: string[];
  @TimeColumn('starts_at') startsAt: Date;
  @TimeColumn('ends_at') endsAt: Date;
  @Column('text', { name: 'repeat_unit' }) repeatUnit: RepeatUnit;
  @Column('integer', { name: 'repeat_interval', nullable: true }) repeatInterval: number | null;
  @NullableTimeColumn('repeat_ends_at') repeatEndsAt: Date | null;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
