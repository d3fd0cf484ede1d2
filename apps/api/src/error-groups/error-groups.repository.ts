import { archiveErrorGroup, type AccountId, type ErrorGroup, type ErrorGroupChange } from '#domain';
import { AccountRepository, Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { ErrorGroupRow } from './error-group.entity.js';

@Injectable()
export class ErrorGroupsRepository extends AccountRepository<ErrorGroupRow> {
  constructor(database: Database) {
    super(database, ErrorGroupRow);
  }

  archive(account: AccountId, id: string, change: ErrorGroupChange): Promise<ErrorGroup> {
    return this.change(account, { id }, (group) => archiveErrorGroup(group, change));
  }
}
