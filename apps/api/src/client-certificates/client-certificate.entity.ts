import type { AccountId, ClientCertificate } from '#domain';
import { CreatedAtColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'client_certificates_pkey' };

@Entity('client_certificates')
@Index('client_certificates_created_idx', { synchronize: false })
export class ClientCertificateRow implements ClientCertificate {
  @PrimaryColumn('uuid', { name: 'account_id', ...KEY }) accountId: AccountId;
  @PrimaryColumn('uuid', KEY) id: string;
  @Column('text') host: string;
  @Column('text') cert: string;
  @Column('text', { nullable: true }) ca: string | null;
  /** JSON of the key and its passphrase. Read by who runs checks, never by a list. */
  @Column('bytea', { name: 'sealed_key', select: false }) sealedKey: Buffer;
  @CreatedAtColumn() createdAt: Date;
}
