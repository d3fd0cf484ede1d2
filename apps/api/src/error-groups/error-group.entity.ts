import type { AccountId, ErrorGroup } from '#domain';
import { CreatedAtColumn, TimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'error_groups_pkey' };

/** The id follows from the key, see `errorColumns`. */
@Entity('error_groups')
@Index('error_groups_id_idx', ['accountId', 'id'])
@Index('error_groups_listed_idx', { synchronize: false })
@Index('error_groups_of_check_idx', { synchronize: false })
@Index('error_groups_hidden_idx', { synchronize: false })
@Index('error_groups_age_idx', { synchronize: false })
export class ErrorGroupRow implements ErrorGroup {
  @PrimaryColumn('uuid', { name: 'account_id', ...KEY }) accountId: AccountId;
  @PrimaryColumn('uuid', { name: 'check_id', ...KEY }) checkId: string;
  @PrimaryColumn('text', { name: 'error_hash', ...KEY }) errorHash: string;
  @Column('uuid') id: string;
  @Column('text', { name: 'raw_error_message', nullable: true }) rawErrorMessage: string | null;
  @Column('text', { name: 'cleaned_error_message' }) cleanedErrorMessage: string;
  @TimeColumn('first_seen') firstSeen: Date;
  @TimeColumn('last_seen') lastSeen: Date;
  @Column('boolean', { name: 'archived_until_next_event', default: false }) archivedUntilNextEvent: boolean;
  @Column('boolean', { name: 'archived_for_ever', default: false }) archivedForEver: boolean;
  @CreatedAtColumn() createdAt: Date;
}
