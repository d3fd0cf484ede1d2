import type { AccountId, Snippet } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';

@Entity('snippets')
@Unique('snippets_name_key', ['accountId', 'name'])
@Index('snippets_created_idx', { synchronize: false })
export class SnippetRow implements Snippet {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'snippets_pkey' }) accountId: AccountId;
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'snippets_pkey',
  })
  id: number;
  @Column('text') name: string;
  @Column('text') script: string;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
