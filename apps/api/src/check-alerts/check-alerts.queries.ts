import { offsetOf, type AccountId, type PageRequest, type TimeRange } from '#domain';
import type { JsonPage } from '#http';
import { Database, isoTime, jsonPage, pageOf } from '#persistence';
import { Injectable } from '@nestjs/common';

/** The members of a `CheckAlertView`, named and in their order. */
const ALERT_VIEW = `a.id, a.name, a.check_id AS "checkId", a.alert_type AS "alertType", a.check_type AS "checkType",
  a.run_location AS "runLocation", a.response_time AS "responseTime", a.error, a.status_code AS "statusCode",
  ${isoTime('a.created_at')} AS created_at, ${isoTime('a.started_at')} AS "startedAt"`;

/** Alerts of one batch are made at the same moment: their runs tell which was first. */
const NEWEST_FIRST = 'ORDER BY a.created_at DESC, a.started_at DESC, a.id DESC';

const WITHIN = 'a.account_id = $1 AND a.created_at >= $2 AND a.created_at < $3';

const pageWhere = (condition: string) =>
  jsonPage(
    `SELECT ${ALERT_VIEW} FROM check_alerts a WHERE ${condition} ${NEWEST_FIRST} LIMIT $4 OFFSET $5`,
    `SELECT count(*) FROM check_alerts a WHERE ${condition}`,
  );

const PAGE = { name: 'check_alert_page', text: pageWhere(WITHIN) };

/** No row for an unknown check. */
const PAGE_OF_CHECK = {
  name: 'check_alert_page_of_check',
  text: `SELECT p.* FROM (${pageWhere(`${WITHIN} AND a.check_id = $6`)}) p JOIN checks c ON c.account_id = $1 AND c.id = $6`,
};

/** Alerts in the form they are answered in. A window is short, so its rows are counted. */
@Injectable()
export class CheckAlertsQueries {
  constructor(private readonly database: Database) {}

  async page(account: AccountId, { from, to }: TimeRange, request: PageRequest): Promise<JsonPage> {
    return pageOf(await this.database.rows(PAGE, [account, from, to, request.limit, offsetOf(request)]), request);
  }

  /** Throws not-found. */
  async pageOfCheck(
    account: AccountId,
    checkId: string,
    { from, to }: TimeRange,
    request: PageRequest,
  ): Promise<JsonPage> {
    const values = [account, from, to, request.limit, offsetOf(request), checkId];
    return pageOf(await this.database.rows(PAGE_OF_CHECK, values), request);
  }
}
