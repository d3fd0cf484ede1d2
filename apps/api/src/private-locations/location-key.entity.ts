import type { AccountId, LocationKey } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('private_location_keys')
@Index('private_location_keys_location_idx', ['accountId', 'locationId'])
export class LocationKeyRow implements LocationKey {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'private_location_keys_pkey' })
  accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'private_location_keys_pkey' }) id: string;
  @Column('uuid', { name: 'location_id' }) locationId: string;
  @Column('text', { name: 'masked_key' }) maskedKey: string;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}

/** A directory: found before the account is known. */
@Entity('private_location_key_hashes')
@Index('private_location_key_hashes_key_idx', ['accountId', 'keyId'])
export class LocationKeyHashRow {
  @PrimaryColumn('bytea', { name: 'key_hash', primaryKeyConstraintName: 'private_location_key_hashes_pkey' })
  keyHash: Buffer;
  @Column('uuid', { name: 'account_id' }) accountId: AccountId;
  @Column('uuid', { name: 'key_id' }) keyId: string;
}
