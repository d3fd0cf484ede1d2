import type { AccountId, ErrorGroup, ErrorGroupChange, PageRequest } from '#domain';
import type { JsonPage } from '#http';
import { Injectable } from '@nestjs/common';
import { ErrorGroupsQueries } from './error-groups.queries.js';
import { ErrorGroupsRepository } from './error-groups.repository.js';

@Injectable()
export class ErrorGroupsService {
  constructor(
    private readonly groups: ErrorGroupsRepository,
    private readonly queries: ErrorGroupsQueries,
  ) {}

  list(account: AccountId, page: PageRequest): Promise<JsonPage> {
    return this.queries.list(account, page);
  }

  listOfCheck(account: AccountId, checkId: string, page: PageRequest): Promise<JsonPage> {
    return this.queries.listOfCheck(account, checkId, page);
  }

  get(account: AccountId, id: string): Promise<ErrorGroup> {
    return this.groups.get(account, { id });
  }

  archive(account: AccountId, id: string, change: ErrorGroupChange): Promise<ErrorGroup> {
    return this.groups.archive(account, id, change);
  }
}
