import {
  notFound,
  requireOrder,
  RESULT_WINDOW_MS,
  windowOf,
  type AccountId,
  type Page,
  type PageRequest,
  type ResultFilter,
} from '#domain';
import { Injectable } from '@nestjs/common';
import { CheckResultsQueries, type CheckResultRow } from './check-results.queries.js';
import { readCursor, writeCursor } from './result-cursor.js';

/** Before the first and after the last result there can be. */
const EVER = { from: new Date(0), to: new Date('9999-12-31T00:00:00.000Z') };

/** Some results, newest first, and where the next ones begin. */
export interface ResultList {
  results: CheckResultRow[];
  /** Null when there are no more. */
  nextId: string | null;
}

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
    { limit, nextId, ...filter }: ResultFilter & { limit: number; nextId?: string },
    withDetail: boolean,
  ): Promise<ResultList> {
    const wanted = { ...EVER, ...filter };
    requireOrder(wanted);
    const after = nextId === undefined ? null : readCursor(nextId);
    const part = { limit: limit + 1, after, withDetail };
    const rows = found(await this.results.part(account, checkId, wanted, part));
    const results = rows.slice(0, limit);
    return { results, nextId: rows.length > limit ? writeCursor(results.at(-1)!) : null };
  }

  async get(account: AccountId, checkId: string, id: string): Promise<CheckResultRow> {
    return found(await this.results.one(account, checkId, id));
  }
}

function found<T>(value: T | null): T {
  if (value === null) throw notFound();
  return value;
}
