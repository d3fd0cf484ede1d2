import type { AccountId, CheckType, ResultType } from '#domain';
import { newId, resultId } from '#persistence';
import type { TestApi } from '#testing';
import { randomUUID } from 'node:crypto';

/** Rows as checks and ingestion store them, for tests of what reads them. */

export async function storeCheck(
  api: TestApi,
  account: AccountId,
  {
    id = randomUUID() as string,
    name = 'Home page',
    checkType = 'URL' as CheckType,
    createdAt = new Date(),
    tags = [] as string[],
  } = {},
): Promise<string> {
  await api.sql(
    `INSERT INTO checks (account_id, id, check_type, name, activated, muted, double_check, should_fail, run_parallel, tags,
      use_global_alert_settings, frequency, frequency_offset, settings, created_at, search_name)
     VALUES ($1, $2, $3, $4, true, false, false, false, false, $5, true, 10, 1, '{"request": {}}', $6, lower($4))`,
    [account, id, checkType, name, tags, createdAt],
  );
  return id;
}

/** An error group with a message of its own. Answers its id. */
export async function storeErrorGroup(api: TestApi, account: AccountId, checkId: string, at = new Date()) {
  const id = randomUUID();
  await api.sql(
    `INSERT INTO error_groups (account_id, check_id, error_hash, id, raw_error_message, cleaned_error_message, first_seen, last_seen,
       created_at)
     VALUES ($1, $2, $3::text, $3::text::uuid, 'raw', 'cleaned', $4, $4, $4)`,
    [account, checkId, id, at],
  );
  return id;
}

/** What a test is about; the rest is a passed URL result. */
export interface StoredResult {
  startedAt: Date;
  id?: string;
  runId?: string;
  sessionId?: string;
  checkType?: CheckType;
  location?: string;
  attempt?: number;
  resultType?: ResultType;
  hasFailures?: boolean;
  hasErrors?: boolean;
  isDegraded?: boolean;
  aborted?: boolean;
  responseTime?: number;
  statusCode?: number | null;
  wait?: number | null;
  dns?: number | null;
  tcp?: number | null;
  tls?: number | null;
  firstByte?: number | null;
  download?: number | null;
  detail?: object | null;
  metrics?: Record<string, number>;
}

const COLUMNS = `account_id, id, run_id, session_id, check_id, check_type, run_location, attempt, result_type, has_failures,
  has_errors, is_degraded, over_max_response_time, aborted, started_at, stopped_at, response_time, status_code, wait, dns, tcp,
  tls, first_byte, download, detail, metrics`;

/** Stores results of a check, partitions included, and answers their ids. */
export async function storeResults(api: TestApi, account: AccountId, checkId: string, results: StoredResult[]) {
  const ids: string[] = [];
  for (const result of results) {
    const { startedAt, location = 'default', attempt = 1, responseTime = 100 } = result;
    const runId = result.runId ?? newId(startedAt.getTime());
    const id = result.id ?? resultId(runId, location, attempt);
    await makeDays(api, startedAt, startedAt);
    const values = [
      account,
      id,
      runId,
      result.sessionId ?? newId(startedAt.getTime()),
      checkId,
      result.checkType ?? 'URL',
      location,
      attempt,
      result.resultType ?? 'FINAL',
      result.hasFailures ?? false,
      result.hasErrors ?? false,
      result.isDegraded ?? false,
      false,
      result.aborted ?? false,
      startedAt,
      new Date(startedAt.getTime() + responseTime),
      responseTime,
      result.statusCode === undefined ? 200 : result.statusCode,
      ...[result.wait, result.dns, result.tcp, result.tls, result.firstByte, result.download].map(
        (time) => time ?? null,
      ),
      result.detail === undefined ? null : JSON.stringify(result.detail),
      result.metrics ? JSON.stringify(result.metrics) : null,
    ];
    await api.sql(
      `INSERT INTO check_results (${COLUMNS}) VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    );
    ids.push(id);
  }
  return ids;
}

/** Partitions for the days from the one before `from`, where ids of its runs may lie, to that of `to`. */
export async function makeDays(api: TestApi, from: Date, to: Date): Promise<void> {
  await api.sql(
    `SELECT make_partitions(($1::timestamptz AT TIME ZONE 'UTC')::date - 1, ($2::timestamptz AT TIME ZONE 'UTC')::date)`,
    [from, to],
  );
}

/** Many results, one each `everyMs` from `from`, made by PostgreSQL: for tests of plans. */
export async function storeMany(
  api: TestApi,
  account: AccountId,
  checkId: string,
  from: Date,
  everyMs: number,
  count: number,
) {
  await makeDays(api, from, new Date(from.getTime() + everyMs * count));
  await api.sql(
    `INSERT INTO check_results (${COLUMNS})
     SELECT $1::uuid, id, id, id, $2::uuid, 'URL', 'default', 1, 'FINAL', false, false, false, false, false, at, at, 100, 200,
       1, 2, 3, 4, 5, 6, '{}', NULL
     FROM generate_series(0, $5::int - 1) n
     CROSS JOIN LATERAL (SELECT $3::timestamptz + make_interval(secs => n * $4::float8 / 1000) AS at) moment
     CROSS JOIN LATERAL (SELECT (left(uuid_floor(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid AS id) made`,
    [account, checkId, from, everyMs, count],
  );
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** How PostgreSQL reads results for a statement: `<node type> <partition>`, those it never executes left out. */
export async function scansOf(
  api: TestApi,
  text: string,
  values: readonly unknown[],
  mode: 'generic' | 'custom',
): Promise<string[]> {
  const client = await api.database.pool.connect();
  const literal = (value: unknown) =>
    value === null ? 'NULL' : client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
  try {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`);
    await client.query(`PREPARE asked AS ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked(${values.map(literal).join(', ')})`,
    );
    return flat(rows[0]!['QUERY PLAN'][0]!.Plan)
      .filter((plan) => plan['Actual Loops'] > 0 && plan['Relation Name']?.startsWith('check_results'))
      .map((plan) => `${plan['Node Type']} ${plan['Relation Name']}`);
  } finally {
    client.release(true);
  }
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}
