import {
  notFound,
  partOf,
  requireOrder,
  RESULT_WINDOW_MS,
  windowOf,
  type AccountId,
  type Page,
  type PageRequest,
  type Part,
  type PartRequest,
  type ResultFilter,
} from '#domain';
import { Injectable } from '@nestjs/common';
import { CheckResultsQueries, type CheckResultRow } from './check-results.queries.js';

/** Before the first and after the last result there can be. */
const EVER = { from: new Date(0), to: new Date('9999-12-31T00:00:00.000Z') };

@Injectable()
export class CheckResultsService {
  constructor(private readonly results: CheckResultsQueries) {}

  async page(account: AccountId, checkId: string, query: ResultFilter & PageRequest): Promise<Page<CheckResultRow>> {
    const window = windowOf(query, RESULT_WINDOW_MS, new Date());
    return found(await this.results.page(account, checkId, { ...query, ...window }, query));
  }

  async list(
    account: AccountId,
    checkId: string,
    { limit, nextId, ...filter }: ResultFilter & PartRequest,
    withDetail: boolean,
  ): Promise<Part<CheckResultRow>> {
    const wanted = { ...EVER, ...filter };
    requireOrder(wanted);
    const part = { limit: limit + 1, nextId, withDetail };
    const rows = found(await this.results.part(account, checkId, wanted, part));
    return partOf(rows, limit, ({ startedAt, id }) => ({ at: startedAt, id }));
  }

  async get(account: AccountId, checkId: string, id: string): Promise<CheckResultRow> {
    return found(await this.results.one(account, checkId, id));
  }
}

function found<T>(value: T | null): T {
  if (value === null) throw notFound();
  return value;
}
