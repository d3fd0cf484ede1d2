import { offsetOf, type AccountId, type CheckStatusFilter, type CheckType, type Page, type PageRequest } from '#domain';
import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { CheckRow } from './check.entity.js';

export interface CheckFilter {
  checkType?: CheckType;
  tag?: string[];
  search?: string;
  status?: CheckStatusFilter;
  apiCheckUrlFilterPattern?: string;
}

export const CHECK_COLUMNS = `c.id, c.check_type AS "checkType", c.name, c.description, c.activated, c.muted,
  c.double_check AS "doubleCheck", c.should_fail AS "shouldFail", c.run_parallel AS "runParallel", c.locations,
  c.private_locations AS "privateLocations", c.tags, c.use_global_alert_settings AS "useGlobalAlertSettings",
  c.alert_settings AS "alertSettings", c.group_id AS "groupId", c.group_order AS "groupOrder", c.runtime_id AS "runtimeId",
  c.retry_strategy AS "retryStrategy", c.trigger_incident AS "triggerIncident", c.frequency,
  c.frequency_offset AS "frequencyOffset", c.degraded_response_time AS "degradedResponseTime",
  c.max_response_time AS "maxResponseTime", c.request, c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

/** Each filter is left out by null; the account stands outside of them all. */
const MATCHING = `c.account_id = $1
  AND ($2::text IS NULL OR c.check_type = $2)
  AND ($3::text[] IS NULL OR c.tags && $3)
  AND ($4::text IS NULL OR strpos(lower(c.name), lower($4)) > 0)
  AND ($5::text IS NULL OR (c.check_type = 'API' AND strpos(c.request ->> 'url', $5) > 0))
  AND ($6::text IS NULL OR EXISTS (
    SELECT FROM check_statuses s WHERE s.account_id = c.account_id AND s.check_id = c.id AND $6 =
      CASE WHEN s.has_failures OR s.has_errors THEN 'failing' WHEN s.is_degraded THEN 'degraded' ELSE 'passing' END))`;

const LIST = {
  name: 'checks_list',
  text: `SELECT (SELECT count(*)::int FROM checks c WHERE ${MATCHING}) AS total, ${CHECK_COLUMNS}
    FROM checks c WHERE ${MATCHING} ORDER BY c.created_at DESC, c.id DESC LIMIT $7 OFFSET $8`,
};

const COUNT = { name: 'checks_count', text: `SELECT count(*)::int AS total FROM checks c WHERE ${MATCHING}` };

@Injectable()
export class ChecksQueries {
  constructor(private readonly database: Database) {}

  /** Newest first. Reference 2.5, spec 4.6. */
  async list(account: AccountId, filter: CheckFilter, request: PageRequest): Promise<Page<CheckRow>> {
    const { checkType = null, tag = null, search = null, apiCheckUrlFilterPattern = null, status = null } = filter;
    const values = [account, checkType, tag, search, apiCheckUrlFilterPattern, status];
    const rows = await this.database.rows<CheckRow & { total: number }>(LIST, [
      ...values,
      request.limit,
      offsetOf(request),
    ]);
    const total = rows[0]?.total ?? (request.page === 1 ? 0 : await this.count(values));
    return { ...request, total, items: rows.map(({ total: _, ...check }) => check) };
  }

  /** Only for pages beyond the end, which have no row to carry the total. */
  private async count(values: unknown[]): Promise<number> {
    const [row] = await this.database.rows<{ total: number }>(COUNT, values);
    return row?.total ?? 0;
  }
}
