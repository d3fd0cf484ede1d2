import type { AccountId, SubscriptionStatus, SubscriptionType } from '#domain';
import { CreatedAtColumn, TimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('status_page_subscriptions')
@Index('status_page_subscriptions_address_idx', { synchronize: false })
@Index('status_page_subscriptions_page_idx', { synchronize: false })
export class StatusPageSubscriptionRow {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'status_page_subscriptions_pkey' })
  accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'status_page_subscriptions_pkey' }) id: string;
  @Column('uuid', { name: 'page_id' }) pageId: string;
  @Column('text') type: SubscriptionType;
  @Column('text') address: string;
  @Column('text') status: SubscriptionStatus;
  @CreatedAtColumn() createdAt: Date;
  @TimeColumn('updated_at') updatedAt: Date;
}
