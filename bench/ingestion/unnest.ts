import { Client } from 'pg';
import type { RunReport } from '#agent-protocol';
import { resultId } from '#persistence';
import { serve } from '../serve.js';
import type { Leased } from './runs.js';

const client = new Client({ connectionString: process.env['DATABASE_URL'], options: '-c jit=off' });
await client.connect();

/** Column -> type, in the order of the table. */
const COLUMNS = {
  account_id: 'uuid',
  id: 'uuid',
  run_id: 'uuid',
  session_id: 'uuid',
  check_id: 'uuid',
  check_type: 'text',
  run_location: 'text',
  attempt: 'integer',
  result_type: 'text',
  has_failures: 'boolean',
  has_errors: 'boolean',
  is_degraded: 'boolean',
  over_max_response_time: 'boolean',
  aborted: 'boolean',
  started_at: 'timestamptz',
  stopped_at: 'timestamptz',
  response_time: 'float8',
  status_code: 'integer',
  wait: 'float8',
  dns: 'float8',
  tcp: 'float8',
  tls: 'float8',
  first_byte: 'float8',
  download: 'float8',
  error_message: 'text',
  detail: 'jsonb',
};

/** A table with the columns, the partitions' bounds and the indexes of `check_results`. */
async function prepare(): Promise<void> {
  await client.query(`
    CREATE TABLE bare_results (LIKE check_results INCLUDING DEFAULTS) PARTITION BY RANGE (id);
    ALTER TABLE bare_results ADD PRIMARY KEY (account_id, id);
    CREATE INDEX ON bare_results (account_id, check_id, started_at DESC, id DESC)`);
  const { rows } = await client.query<{ name: string; bound: string }>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'check_results'::regclass`,
  );
  for (const { name, bound } of rows)
    await client.query(`CREATE TABLE bare_${name} PARTITION OF bare_results ${bound}`);
}

const INSERT = {
  name: 'bare_insert',
  text: `INSERT INTO bare_results (${Object.keys(COLUMNS).join(', ')})
    SELECT * FROM unnest(${Object.values(COLUMNS)
      .map((type, n) => `$${n + 1}::${type}[]`)
      .join(', ')})`,
};

interface Rows {
  account: string;
  leased: Leased;
  reports: RunReport[];
  size: number;
}

/** Milliseconds to insert the results `size` at a time, each statement its own transaction: nothing is checked, nothing else is written. */
async function insert({ account, leased, reports, size }: Rows): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < reports.length; from += size) {
    const rows = reports.slice(from, from + size).map((report, n) => rowOf(account, leased, report, from + n));
    const values = Object.keys(COLUMNS).map((_, column) => rows.map((row) => row[column]));
    await client.query({ ...INSERT, values });
  }
  return performance.now() - startedAt;
}

function rowOf(account: string, { runIds, sessionIds, checkIds }: Leased, report: RunReport, n: number): unknown[] {
  const { timings: t, attempt, responseTime, statusCode, errorMessage, detail } = report;
  const now = new Date();
  const id = resultId(runIds[n]!, 'default', attempt);
  return [
    account,
    id,
    runIds[n],
    sessionIds[n],
    checkIds[n],
    'URL',
    'default',
    attempt,
    'FINAL',
    report.hasFailures,
    report.hasErrors,
    report.isDegraded,
    report.overMaxResponseTime,
    false,
    now,
    now,
    responseTime,
    statusCode,
    t?.wait,
    t?.dns,
    t?.tcp,
    t?.tls,
    t?.firstByte,
    t?.download,
    errorMessage,
    JSON.stringify(detail),
  ];
}

serve({ prepare, insert }, () => client.end());
