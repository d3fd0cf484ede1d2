import {
  offsetOf,
  type AccountId,
  type AnalyticsGroup,
  type AnalyticsKind,
  type Grain,
  type GroupedRow,
  type Metric,
  type PageRequest,
  type TimeRange,
} from '#domain';
import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { resultIds } from '../check-results/index.js';
import { groupColumn, metricColumns, valueColumns } from './metric-sql.js';

/** What a report says of its check. */
export interface ReportedCheck {
  checkId: string;
  name: string;
  activated: boolean;
  muted: boolean;
  frequency: number;
  tags: string[];
}

/** Everything that decides which numbers a report has. */
export interface ReportRequest extends PageRequest {
  kind: AnalyticsKind;
  metrics: Metric[];
  window: TimeRange;
  grain: Grain;
  groupBy?: AnalyticsGroup;
  /** Only failed results, or only others. */
  hasFailures: boolean | null;
  /** Minutes. */
  aggregationInterval?: number;
}

type ReportRow = ReportedCheck & { timestamp: Date | null; group: string | number | null } & Record<string, unknown>;

@Injectable()
export class AnalyticsQueries {
  constructor(private readonly database: Database) {}

  /**
   * Groups in order, in each the rows by time. Null when the account has no such check of that type. The statement has no
   * name: its text follows from the metrics, and each window deserves a plan of its own.
   */
  async report(account: AccountId, checkId: string, request: ReportRequest) {
    const { text, values } = reportQuery(account, checkId, request);
    const rows = await this.database.rows<ReportRow>({ name: '', text }, values);
    return rows[0] ? { check: checkOf(rows[0]), rows: rows.flatMap((row) => groupedRow(row, request.metrics)) } : null;
  }
}

/** One statement for the check and its numbers. */
export function reportQuery(account: AccountId, checkId: string, request: ReportRequest) {
  const { kind, metrics, window, groupBy, hasFailures } = request;
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const check = `account_id = ${bind(account)} AND %id = ${bind(checkId)}::uuid`;
  const [first, beyond] = resultIds(window);
  const from = `${bind(window.from)}::timestamptz`;
  const text = `
    WITH facts AS (
      SELECT r.id, ${moment(request, from, bind)} AS "timestamp", ${groupColumn(groupBy)} AS "group", ${valueColumns(metrics)}
      FROM check_results r
      WHERE r.${check.replace('%id', 'r.check_id')} AND r.id >= ${bind(first)} AND r.id < ${bind(beyond)}
        AND r.started_at >= ${from} AND r.started_at < ${bind(window.to)}
        AND r.result_type = 'FINAL' AND NOT r.aborted AND NOT r.has_errors
        ${hasFailures === null ? '' : `AND r.has_failures = ${bind(hasFailures)}::boolean`}
    ), report AS (${reportRows(request, from, bind)})
    SELECT c.id AS "checkId", c.name, c.activated, c.muted, c.frequency, c.tags, report.*
    FROM checks c LEFT JOIN report ON true
    WHERE c.${check.replace('%id', 'c.id')} AND c.check_type = ${bind(kind.checkType)}
    ORDER BY report."group", report."timestamp"`;
  return { text, values };
}

/** Of each result: its own time, the start of its interval, or the start of the window. Intervals begin at the unix epoch. */
function moment({ grain, aggregationInterval }: ReportRequest, from: string, bind: (value: unknown) => string): string {
  if (grain === 'points') return 'r.started_at';
  if (grain === 'window') return from;
  return `date_bin(make_interval(secs => ${bind(aggregationInterval)}::float8 * 60), r.started_at, 'epoch')`;
}

/** `limit` and `page` count moments, so that all groups show the same ones; raw points have a moment each. */
function reportRows(request: ReportRequest, from: string, bind: (value: unknown) => string): string {
  const { metrics, grain, groupBy } = request;
  const columns = metricColumns(metrics, grain);
  const offset = `${bind(offsetOf(request))}::bigint`;
  if (grain === 'window') {
    const grouping = groupBy ? 'GROUP BY "group"' : '';
    return `SELECT ${from} AS "timestamp", ${groupBy ? '"group"' : 'NULL AS "group"'}, ${columns} FROM facts ${grouping} HAVING ${offset} = 0`;
  }
  const part = `LIMIT ${bind(request.limit)} OFFSET ${offset}`;
  if (grain === 'points') return `SELECT "timestamp", "group", ${columns} FROM facts ORDER BY "timestamp", id ${part}`;
  return `SELECT "timestamp", "group", ${columns} FROM facts
    WHERE "timestamp" IN (SELECT DISTINCT "timestamp" FROM facts ORDER BY "timestamp" ${part})
    GROUP BY "timestamp", "group"`;
}

function checkOf({ checkId, name, activated, muted, frequency, tags }: ReportRow): ReportedCheck {
  return { checkId, name, activated, muted, frequency, tags };
}

/** The check of a report without rows comes with one that is none. */
function groupedRow(row: ReportRow, metrics: readonly Metric[]): GroupedRow[] {
  const { timestamp, group } = row;
  if (timestamp === null) return [];
  const numbers = Object.fromEntries(metrics.map(({ name }) => [name, row[name] as number | null]));
  return [{ group, row: { timestamp, ...numbers } }];
}
