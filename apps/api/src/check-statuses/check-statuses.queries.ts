import type { AccountId } from '#domain';
import { Database, type Statement } from '#persistence';
import { Injectable } from '@nestjs/common';

/** A status with the name of its check. */
export interface CheckStatusRow {
  name: string;
  checkId: string;
  hasFailures: boolean;
  hasErrors: boolean;
  isDegraded: boolean;
  longestRun: number | null;
  shortestRun: number | null;
  lastRunLocation: string | null;
  lastCheckRunId: string | null;
  sslDaysRemaining: number | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** The row of a check that has not finished a run: nothing but its name. */
export type MaybeStatusRow = CheckStatusRow | (Pick<CheckStatusRow, 'name'> & { checkId: null });

const COLUMNS = `c.name, s.check_id AS "checkId", s.has_failures AS "hasFailures", s.has_errors AS "hasErrors",
  s.is_degraded AS "isDegraded", s.longest_run AS "longestRun", s.shortest_run AS "shortestRun",
  s.last_run_location AS "lastRunLocation", s.last_check_run_id::text AS "lastCheckRunId",
  s.ssl_days_remaining AS "sslDaysRemaining", s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

const LIST: Statement = {
  name: 'check_status_list',
  text: `SELECT ${COLUMNS}
    FROM checks c JOIN check_statuses s ON s.account_id = c.account_id AND s.check_id = c.id
    WHERE c.account_id = $1
    ORDER BY c.created_at DESC, c.id DESC`,
};

const ONE: Statement = {
  name: 'check_status',
  text: `SELECT ${COLUMNS}
    FROM checks c LEFT JOIN check_statuses s ON s.account_id = c.account_id AND s.check_id = c.id
    WHERE c.account_id = $1 AND c.id = $2`,
};

@Injectable()
export class CheckStatusesQueries {
  constructor(private readonly database: Database) {}

  /** Of every check that has one, the newest check first. */
  list(account: AccountId): Promise<CheckStatusRow[]> {
    return this.database.rows<CheckStatusRow>(LIST, [account]);
  }

  /** Undefined when the account has no such check. */
  async find(account: AccountId, checkId: string): Promise<MaybeStatusRow | undefined> {
    return (await this.database.rows<MaybeStatusRow>(ONE, [account, checkId]))[0];
  }
}
