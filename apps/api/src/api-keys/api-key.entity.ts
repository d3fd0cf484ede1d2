import type { AccountId, KeyKind, Role } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('api_keys')
export class ApiKeyRow {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'api_keys_pkey' }) accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' }) id: string;
  @Column('text') kind: KeyKind;
  @Column('text') name: string;
  @Column('text', { name: 'masked_key' }) maskedKey: string;
  @Column('text') role: Role;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('expires_at') expiresAt: Date | null;
  @NullableTimeColumn('last_used_at') lastUsedAt: Date | null;
  @NullableTimeColumn('revoked_at') revokedAt: Date | null;
}

/** A directory: found before the account is known. */
@Entity('api_key_hashes')
@Index('api_key_hashes_key_idx', ['accountId', 'keyId'])
export class ApiKeyHashRow {
  @PrimaryColumn('bytea', { name: 'key_hash', primaryKeyConstraintName: 'api_key_hashes_pkey' }) keyHash: Buffer;
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'api_key_hashes_pkey' }) accountId: AccountId;
  @Column('uuid', { name: 'key_id' }) keyId: string;
}
