import { ruleBroken, storedStrategy, type AccountId, type Page, type PageRequest } from '#domain';
import { AccountRepository, Database, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { ArrayOverlap, In } from 'typeorm';
import { rescheduleMembers } from '../checks/index.js';
import { OwnVariables } from '../variables/index.js';
import { CheckGroupRow } from './check-group.entity.js';

const MESSAGES = {
  check_groups_pkey: 'A check group with this id exists already.',
  checks_group_fkey: 'The group still has checks. Take them out of it, or delete them, first.',
  check_groups_setup_snippet_fkey: '"setupSnippetId" names a snippet that the account does not have.',
  check_groups_tear_down_snippet_fkey: '"tearDownSnippetId" names a snippet that the account does not have.',
  check_group_private_locations_location_fkey: '"privateLocations" names a location that the account does not have.',
};

const FORGET_LOCATIONS =
  'DELETE FROM check_group_private_locations WHERE account_id = $1 AND group_id = $2 AND slug_name <> ALL ($3)';
const NAME_LOCATIONS = `INSERT INTO check_group_private_locations (account_id, group_id, slug_name)
  SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`;

/** Groups with at least one of the tags, and with one of the names. */
export interface GroupFilter {
  tag?: string[];
  name?: string[];
}

type GroupValues = Omit<CheckGroupRow, 'accountId' | 'id' | 'createdAt' | 'updatedAt' | 'browserCheckDefaults'> & {
  browserCheckDefaults?: string;
};

@Injectable()
export class CheckGroupsRepository extends AccountRepository<CheckGroupRow> {
  constructor(
    database: Database,
    private readonly variables: OwnVariables,
  ) {
    super(database, CheckGroupRow, MESSAGES);
  }

  /** Newest first. */
  find(account: AccountId, { tag, name }: GroupFilter, request: PageRequest): Promise<Page<CheckGroupRow>> {
    const where = { ...(tag && { tags: ArrayOverlap(tag) }), ...(name && { name: In(name) }) };
    return this.page(account, request, { createdAt: 'DESC', id: 'DESC' }, where);
  }

  add(account: AccountId, values: GroupValues, id?: number): Promise<CheckGroupRow> {
    const environmentVariables = this.variables.change(account, null, values.environmentVariables);
    const row = {
      browserCheckDefaults: null,
      ...values,
      ...(id !== undefined && { id }),
      environmentVariables,
      retryStrategy: storedStrategy(values.retryStrategy),
      createdAt: new Date(),
      updatedAt: null,
    };
    return this.insert(account, row as Omit<CheckGroupRow, 'accountId'>, (added, transaction) =>
      nameLocations(transaction, added),
    );
  }

  /**
   * The group stays locked while the schedules of its members follow: whoever writes a check locks its group first, so no
   * member is missed and none is written with the settings of before.
   */
  update(account: AccountId, id: number, change: Partial<GroupValues>): Promise<CheckGroupRow> {
    return this.database.transaction(async (transaction) => {
      const row = await this.locked(transaction, account, { id });
      const { environmentVariables: before } = row;
      const sent = change.environmentVariables;
      const environmentVariables = sent === undefined ? before : this.variables.change(account, before, sent);
      Object.assign(row, change, { environmentVariables, updatedAt: new Date() });
      row.retryStrategy = storedStrategy(row.retryStrategy);
      await transaction.manager.save(row);
      await nameLocations(transaction, row);
      await rescheduleMembers(transaction, account, id);
      return row;
    }, this.messages);
  }
}

async function nameLocations(transaction: Transaction, { accountId, id, privateLocations }: CheckGroupRow) {
  const named = privateLocations ?? [];
  if (new Set(named).size < named.length)
    throw ruleBroken('"privateLocations" must not name a location twice', 'privateLocations');
  await transaction.rows(FORGET_LOCATIONS, [accountId, id, named]);
  await transaction.rows(NAME_LOCATIONS, [accountId, id, named]);
}
