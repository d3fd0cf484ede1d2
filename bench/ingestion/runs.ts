import type { RunReport } from '#agent-protocol';
import { newId } from '#persistence';
import type { World } from '../world.js';

/** The runs of a round, leased and waiting for their reports. */
export interface Leased {
  runIds: string[];
  checkIds: string[];
  sessionIds: string[];
}

const SESSIONS = `
  INSERT INTO check_sessions (account_id, id, check_id, check_type, name, source, status, run_locations, started_at)
  SELECT $1, s.id, s.check_id, 'URL', 'Check', 'SCHEDULER', 'STARTED', '{default}', now()
  FROM unnest($2::uuid[], $3::uuid[]) AS s (id, check_id)`;

const RUNS = `
  INSERT INTO check_runs (account_id, id, session_id, check_id, check_type, location, state, token, expires_at, leased_at, first_started_at)
  SELECT $1, r.id, r.session_id, r.check_id, 'URL', 'default', 'leased', 1, now() + interval '10 minutes', now(), now()
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS r (id, session_id, check_id)`;

/** Runs as they are after an agent took them: one of each check in turn. */
export async function leaseRuns({ pool, account }: World, count: number): Promise<Leased> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM checks ORDER BY id');
  const checkIds = Array.from({ length: count }, (_, n) => rows[n % rows.length]!.id);
  const [runIds, sessionIds] = [checkIds.map(() => newId()), checkIds.map(() => newId())];
  await pool.query(SESSIONS, [account, sessionIds, checkIds]);
  await pool.query(RUNS, [account, runIds, sessionIds, checkIds]);
  return { runIds, checkIds, sessionIds };
}

const HEADERS = {
  date: 'Sat, 21 Nov 2026 12:00:00 GMT',
  'content-type': 'text/html; charset=utf-8',
  'content-length': '312',
  connection: 'close',
  'cache-control': 'public, max-age=300',
  'strict-transport-security': 'max-age=31536000',
  vary: 'accept-encoding',
  server: 'example',
};
const TIMINGS = { wait: 0.051, dns: 0.312, tcp: 1.204, tls: 0, firstByte: 12.887, download: 0.423 };

/** What a passed URL check reports: 1.5 KB of JSON, as the agent's own. */
export function reportOf(runId: string, n: number): RunReport {
  const url = `https://shop.example/products/${n}`;
  const passed = { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', regex: null };
  return {
    runId,
    token: 1,
    attempt: 1,
    startedAfterMs: 3,
    stoppedAfterMs: 19,
    hasFailures: false,
    hasErrors: false,
    isDegraded: false,
    overMaxResponseTime: false,
    networkError: false,
    responseTime: 14.877,
    statusCode: 200,
    timings: TIMINGS,
    errorMessage: null,
    detail: {
      assertions: [{ ...passed, order: 0, passed: true, actual: '200', message: null }],
      request: { method: 'GET', url, data: '', headers: { 'user-agent': 'Pharos/0.1.0', accept: '*/*' }, params: {} },
      response: {
        status: 200,
        statusText: 'OK',
        body: '<!doctype html>'.padEnd(312, 'x'),
        headers: HEADERS,
        timings: { socket: 0.051, lookup: 0.363, connect: 1.567, response: 14.454, end: 14.877 },
        timingPhases: { ...TIMINGS, total: 14.877 },
        truncated: false,
        href: url,
      },
      requestError: null,
      jobLog: null,
      jobAssets: null,
      pcapDataUrl: null,
    },
  };
}

export function batchesOf(reports: RunReport[], size: number): RunReport[][] {
  return Array.from({ length: Math.ceil(reports.length / size) }, (_, n) => reports.slice(n * size, (n + 1) * size));
}
