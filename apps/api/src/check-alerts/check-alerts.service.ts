import { RESULT_WINDOW_MS, windowOf, type AccountId, type PageRequest, type TimeRange } from '#domain';
import type { JsonPage } from '#http';
import { Injectable } from '@nestjs/common';
import { CheckAlertsQueries } from './check-alerts.queries.js';

@Injectable()
export class CheckAlertsService {
  constructor(private readonly alerts: CheckAlertsQueries) {}

  page(account: AccountId, query: PageRequest & Partial<TimeRange>): Promise<JsonPage> {
    return this.alerts.page(account, windowOf(query, RESULT_WINDOW_MS, new Date()), query);
  }

  async pageOfCheck(account: AccountId, checkId: string, query: PageRequest & Partial<TimeRange>): Promise<JsonPage> {
    return this.alerts.pageOfCheck(account, checkId, windowOf(query, RESULT_WINDOW_MS, new Date()), query);
  }
}
