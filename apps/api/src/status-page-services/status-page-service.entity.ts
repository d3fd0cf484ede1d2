import type { AccountId } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('status_page_services')
@Index('status_page_services_created_idx', { synchronize: false })
export class StatusPageServiceRow {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'status_page_services_pkey' })
  accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'status_page_services_pkey' }) id: string;
  @Column('text') name: string;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
