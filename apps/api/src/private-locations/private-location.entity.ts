import type { AccountId, PrivateLocation } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

@Entity('private_locations')
@Index('private_locations_presence_idx', { synchronize: false })
@Unique('private_locations_slug_key', ['accountId', 'slugName'])
export class PrivateLocationRow implements PrivateLocation {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'private_locations_pkey' })
  accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'private_locations_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text', { name: 'slug_name' }) slugName: string;
  @Column('text') icon: string;
  @Column('text', { name: 'proxy_url', nullable: true }) proxyUrl: string | null;
  /** When an agent was seen here last; also of agents that are forgotten by now. */
  @NullableTimeColumn('last_seen') lastSeen: Date | null;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
