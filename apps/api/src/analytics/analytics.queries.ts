import {
  BATCH_METRICS,
  offsetOf,
  type AccountId,
  type AnalyticsGroup,
  type AnalyticsKind,
  type BatchNumbers,
  type CheckType,
  type Grain,
  type GroupedRow,
  type HeartbeatState,
  type Metric,
  type PageRequest,
  type TimeRange,
} from '#domain';
import { Database, ReportSlots } from '#persistence';
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
  /** Only heartbeat events of these states; all where there are none. */
  states?: readonly HeartbeatState[];
  /** Minutes. */
  aggregationInterval?: number;
}

type ReportRow = ReportedCheck & { timestamp: Date | null; group: string | number | null } & Record<string, unknown>;

const AVAILABILITY: readonly Metric[] = BATCH_METRICS.filter(({ name }) => name === 'availability');
const OTHERS = BATCH_METRICS.filter(({ name }) => name !== 'availability').map(({ name }) => `numbers."${name}"`);

/** Heartbeats have events and no results. */
const BATCH = `
  SELECT c.id AS "checkId", c.check_type AS "checkType", coalesce(pings.availability, numbers.availability) AS availability,
    ${OTHERS.join(', ')}
  FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, at) JOIN checks c ON c.account_id = $1 AND c.id = asked.id
  CROSS JOIN LATERAL (
    SELECT ${metricColumns(BATCH_METRICS, 'window')} FROM (
      SELECT ${valueColumns(BATCH_METRICS)} FROM check_results r
      WHERE r.account_id = $1 AND r.check_id = c.id AND r.id >= $3 AND r.id < $4
        AND r.started_at >= $5 AND r.started_at < $6 AND r.result_type = 'FINAL' AND NOT r.aborted AND NOT r.has_errors
    ) facts
  ) numbers
  LEFT JOIN LATERAL (
    SELECT ${metricColumns(AVAILABILITY, 'window')} FROM (
      SELECT ${valueColumns(AVAILABILITY, 'heartbeat events')} FROM heartbeat_events e
      WHERE e.account_id = $1 AND e.check_id = c.id AND e.timestamp >= $5 AND e.timestamp < $6
    ) facts
  ) pings ON c.check_type = 'HEARTBEAT'
  ORDER BY asked.at`;

/** A check of a report on many. */
export type BatchRow = { checkId: string; checkType: CheckType } & BatchNumbers;

@Injectable()
export class AnalyticsQueries {
  constructor(
    private readonly database: Database,
    private readonly slots: ReportSlots,
  ) {}

  /** The numbers of these checks, in their order; those that the account does not have are left out. One statement. */
  batch(account: AccountId, checkIds: string[], window: TimeRange): Promise<BatchRow[]> {
    const values = [account, checkIds, ...resultIds(window), window.from, window.to];
    return this.slots.run(() => this.database.rows<BatchRow>({ name: '', text: BATCH }, values));
  }

  /**
   * Groups in order, in each the rows by time. Null when the account has no such check of that type. The statement has no
   * name: its text follows from the metrics, and each window deserves a plan of its own.
   */
  async report(account: AccountId, checkId: string, request: ReportRequest) {
    const { text, values } = reportQuery(account, checkId, request);
    const rows = await this.slots.run(() => this.database.rows<ReportRow>({ name: '', text }, values));
    return rows[0] ? { check: checkOf(rows[0]), rows: rows.flatMap((row) => groupedRow(row, request.metrics)) } : null;
  }
}

type Bind = (value: unknown) => string;

/** One statement for the check and its numbers. */
export function reportQuery(account: AccountId, checkId: string, request: ReportRequest) {
  const { kind, window } = request;
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const check = `account_id = ${bind(account)} AND %id = ${bind(checkId)}::uuid`;
  const from = `${bind(window.from)}::timestamptz`;
  const facts = kind.counts === undefined ? resultFacts : heartbeatFacts;
  const text = `
    WITH facts AS (${facts(request, check, from, bind)}), report AS (${reportRows(request, from, bind)})
    SELECT c.id AS "checkId", c.name, c.activated, c.muted, c.frequency, c.tags, report.*
    FROM checks c LEFT JOIN report ON true
    WHERE c.${check.replace('%id', 'c.id')} AND c.check_type = ${bind(kind.checkType)}
    ORDER BY report."group", report."timestamp"`;
  return { text, values };
}

function resultFacts(request: ReportRequest, check: string, from: string, bind: Bind): string {
  const { metrics, window, groupBy, hasFailures } = request;
  const [first, beyond] = resultIds(window);
  return `
      SELECT r.id, ${moment(request, from, bind)} AS "timestamp", ${groupColumn(groupBy)} AS "group", ${valueColumns(metrics)}
      FROM check_results r
      WHERE r.${check.replace('%id', 'r.check_id')} AND r.id >= ${bind(first)} AND r.id < ${bind(beyond)}
        AND r.started_at >= ${from} AND r.started_at < ${bind(window.to)}
        AND r.result_type = 'FINAL' AND NOT r.aborted AND NOT r.has_errors
        ${hasFailures === null ? '' : `AND r.has_failures = ${bind(hasFailures)}::boolean`}`;
}

function heartbeatFacts(
  { kind, metrics, window, states = [] }: ReportRequest,
  check: string,
  from: string,
  bind: Bind,
): string {
  return `
      SELECT e.id, ${valueColumns(metrics, kind.counts)} FROM heartbeat_events e
      WHERE e.${check.replace('%id', 'e.check_id')} AND e.timestamp >= ${from} AND e.timestamp < ${bind(window.to)}
        ${states.length === 0 ? '' : `AND e.state = ANY (${bind(states)}::text[])`}`;
}

/** Of each result: its own time, the start of its interval, or the start of the window. Intervals begin at the unix epoch. */
function moment({ grain, aggregationInterval }: ReportRequest, from: string, bind: Bind): string {
  if (grain === 'points') return 'r.started_at';
  if (grain === 'window') return from;
  return `date_bin(make_interval(secs => ${bind(aggregationInterval)}::float8 * 60), r.started_at, 'epoch')`;
}

/** `limit` and `page` count moments, so that all groups show the same ones; raw points have a moment each. */
function reportRows(request: ReportRequest, from: string, bind: Bind): string {
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
