import { notFound, type AccountId } from '#domain';
import { Injectable } from '@nestjs/common';
import { CheckStatusesQueries, type CheckStatusRow } from './check-statuses.queries.js';

@Injectable()
export class CheckStatusesService {
  constructor(private readonly statuses: CheckStatusesQueries) {}

  list(account: AccountId): Promise<CheckStatusRow[]> {
    return this.statuses.list(account);
  }

  /** Throws not-found, in other words, also for a check without a status: unknown is neither up nor down. */
  async get(account: AccountId, checkId: string): Promise<CheckStatusRow> {
    const status = await this.statuses.find(account, checkId);
    if (!status) throw notFound();
    if (status.checkId === null) throw notFound('The check has no status yet: it has not finished a run.');
    return status;
  }
}
