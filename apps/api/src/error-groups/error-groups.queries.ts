import { offsetOf, type AccountId, type PageRequest } from '#domain';
import type { JsonPage } from '#http';
import { countedRows, Database, isoTime, jsonPage, pageOf, ListStatements } from '#persistence';
import { Injectable } from '@nestjs/common';

/** The members of an `ErrorGroupView`, as PostgreSQL writes them. */
const VIEW = `g.id, g.check_id AS "checkId", g.error_hash AS "errorHash", g.raw_error_message AS "rawErrorMessage",
  g.cleaned_error_message AS "cleanedErrorMessage", ${isoTime('g.first_seen')} AS "firstSeen",
  ${isoTime('g.last_seen')} AS "lastSeen", g.archived_until_next_event AS "archivedUntilNextEvent",
  '[]'::json AS "rootCauseAnalyses"`;

const LISTED = 'NOT g.archived_for_ever';
const NEWEST_FIRST = 'ORDER BY g.created_at DESC, g.id DESC';

/** Hidden groups are few, and have an index of their own. */
const TOTAL = `${countedRows('error_groups')} - (SELECT count(*) FROM error_groups g WHERE g.account_id = $1 AND g.archived_for_ever)`;

const LIST = new ListStatements(
  'error_groups_list',
  `SELECT ${VIEW} FROM error_groups g WHERE g.account_id = $1 AND ${LISTED} ${NEWEST_FIRST}`,
  TOTAL,
);

const OF_CHECK = `FROM error_groups g WHERE g.account_id = $1 AND g.check_id = $4 AND ${LISTED}`;

const LIST_OF_CHECK = {
  name: 'error_groups_of_check',
  text: `SELECT part.* FROM checks c CROSS JOIN (
      ${jsonPage(`SELECT ${VIEW} ${OF_CHECK} ${NEWEST_FIRST} LIMIT $2 OFFSET $3`, `SELECT count(*) ${OF_CHECK}`)}
    ) part WHERE c.account_id = $1 AND c.id = $4`,
};

/** Lists, newest first: by when the group was made, so that what happens meanwhile does not move pages. */
@Injectable()
export class ErrorGroupsQueries {
  constructor(private readonly database: Database) {}

  async list(account: AccountId, request: PageRequest): Promise<JsonPage> {
    return pageOf(await this.database.rows(...LIST.of(account, request)), request);
  }

  /** Throws not-found when the account has no such check. */
  async listOfCheck(account: AccountId, checkId: string, request: PageRequest): Promise<JsonPage> {
    const values = [account, request.limit, offsetOf(request), checkId];
    return pageOf(await this.database.rows(LIST_OF_CHECK, values), request);
  }
}
