import { notFound, offsetOf, type AccountId, type CheckStatusFilter, type CheckType, type PageRequest } from '#domain';
import type { JsonPage } from '#http';
import { countedRows, Database, jsonPage, ListStatements } from '#persistence';
import { Injectable } from '@nestjs/common';
import { CHECK_VIEW } from './check-view.js';

export interface CheckFilter {
  checkType?: CheckType;
  tag?: string[];
  search?: string;
  status?: CheckStatusFilter;
  apiCheckUrlFilterPattern?: string;
}

const NEWEST_FIRST = 'ORDER BY c.created_at DESC, c.id DESC';

const LIST = new ListStatements(
  'checks_list',
  `SELECT ${CHECK_VIEW} FROM checks c WHERE c.account_id = $1 ${NEWEST_FIRST}`,
  countedRows('checks'),
);

/** Each filter is left out by null; the account stands outside of them all. */
const MATCHING = `c.account_id = $1
  AND ($4::text IS NULL OR c.check_type = $4)
  AND ($5::text[] IS NULL OR c.tags && $5)
  AND ($6::text IS NULL OR strpos(lower(c.name), lower($6)) > 0)
  AND ($7::text IS NULL OR (c.check_type = 'API' AND strpos(c.request ->> 'url', $7) > 0))
  AND ($8::text IS NULL OR EXISTS (
    SELECT FROM check_statuses s WHERE s.account_id = c.account_id AND s.check_id = c.id AND $8 =
      CASE WHEN s.has_failures OR s.has_errors THEN 'failing' WHEN s.is_degraded THEN 'degraded' ELSE 'passing' END))`;

const FILTERED_LIST = {
  name: 'checks_filtered_list',
  text: jsonPage(
    `SELECT ${CHECK_VIEW} FROM checks c WHERE ${MATCHING} ${NEWEST_FIRST} LIMIT $2 OFFSET $3`,
    `SELECT count(*) FROM checks c WHERE ${MATCHING}`,
  ),
};

const ONE = {
  name: 'check_view',
  text: `SELECT row_to_json(item)::text AS json FROM (SELECT ${CHECK_VIEW} FROM checks c WHERE c.account_id = $1 AND c.id = $2) item`,
};

/** Reads of checks in the form they are answered in. */
@Injectable()
export class ChecksQueries {
  constructor(private readonly database: Database) {}

  /** Newest first. Reference 2.5, spec 4.6. */
  async list(account: AccountId, filter: CheckFilter, request: PageRequest): Promise<JsonPage> {
    const { checkType = null, tag = null, search = null, apiCheckUrlFilterPattern = null, status = null } = filter;
    const filters = [checkType, tag, search, apiCheckUrlFilterPattern, status];
    const [page] = filters.every((value) => value === null)
      ? await this.database.rows<Part>(...LIST.of(account, request))
      : await this.database.rows<Part>(FILTERED_LIST, [account, request.limit, offsetOf(request), ...filters]);
    return { ...page!, limit: request.limit, page: request.page };
  }

  /** One check as JSON text. Throws not-found. */
  async one(account: AccountId, id: string): Promise<string> {
    const [row] = await this.database.rows<{ json: string }>(ONE, [account, id]);
    if (!row) throw notFound();
    return row.json;
  }
}

type Part = Pick<JsonPage, 'json' | 'count' | 'total'>;
