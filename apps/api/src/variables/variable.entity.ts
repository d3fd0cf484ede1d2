import type { AccountId } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('environment_variables')
export class VariableRow {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'environment_variables_pkey' })
  accountId: AccountId;
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'environment_variables_pkey' }) key: string;
  @Column('bytea', { name: 'sealed_value' }) sealedValue: Buffer;
  @Column('boolean') locked: boolean;
  @Column('boolean') secret: boolean;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
