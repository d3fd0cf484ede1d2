import { percentile, type Span } from './ledger.js';
import type { Faults } from './faults.js';
import type { World } from './world.js';
import type { Writer } from './writer.js';

/** Limits of the promises, in milliseconds and bytes. */
const TAKEOVER_AFTER_KILL_MS = 45_000;
const TAKEOVER_AFTER_TERMINATE_MS = 2_000;
/** An absence of the whole service that nobody has to be waited for after; one that is longer excuses late takeovers. */
const TOLERABLE_OUTAGE_MS = 10_000;
const API_BYTES = 400 * 1_024 * 1_024;
const AGENT_BYTES = 300 * 1_024 * 1_024;

export interface Verdict {
  /** What the run has to say, name -> number or text. */
  numbers: Record<string, unknown>;
  /** Broken promises; none when it passed. */
  failures: string[];
}

const FINALS = `
  SELECT count(*)::int AS runs, count(*) FILTER (WHERE finals <> 1)::int AS wrong, coalesce(sum(finals), 0)::int AS finals,
    count(*) FILTER (WHERE state <> 'done')::int AS open, coalesce(sum(aborted), 0)::int AS aborted
  FROM (SELECT r.id, r.state, count(s.id) FILTER (WHERE s.result_type = 'FINAL') AS finals,
      count(s.id) FILTER (WHERE s.aborted) AS aborted
    FROM check_runs r LEFT JOIN check_results s ON s.account_id = r.account_id AND s.run_id = r.id
    GROUP BY r.id, r.state) each`;

/** Sessions with another number of runs than locations, and two of a check closer than half a period (the first is at once). */
const SESSIONS = `
  SELECT count(*)::int AS sessions, count(*) FILTER (WHERE stopped_at IS NULL)::int AS open,
    count(*) FILTER (WHERE runs <> locations)::int AS wrong,
    count(*) FILTER (WHERE nth > 2 AND gap < interval '4 seconds')::int AS crowded
  FROM (SELECT s.id, s.stopped_at, cardinality(s.run_locations) AS locations,
      (SELECT count(*) FROM check_runs r WHERE r.account_id = s.account_id AND r.session_id = s.id) AS runs,
      row_number() OVER (PARTITION BY s.check_id ORDER BY s.started_at) AS nth,
      s.started_at - lag(s.started_at) OVER (PARTITION BY s.check_id ORDER BY s.started_at) AS gap
    FROM check_sessions s) each`;

const STORED = `SELECT run_id || '/' || attempt AS key FROM check_results`;
const WRITTEN = `SELECT key FROM environment_variables WHERE key LIKE 'W!_%' ESCAPE '!'`;

type Counts = Record<string, number>;

/** Compares what the world was told with what its database holds. Everything must have come to rest. */
export async function judgeWorld(world: World, writer: Writer, faults: Faults): Promise<Verdict> {
  const { postgres, ledger, balancer, apis, agents } = world;
  const [runs] = await postgres.rows<Counts>(FINALS);
  const [sessions] = await postgres.rows<Counts>(SESSIONS);
  const stored = new Set((await postgres.rows<{ key: string }>(STORED)).map(({ key }) => key));
  const written = new Set((await postgres.rows<{ key: string }>(WRITTEN)).map(({ key }) => key));
  const lostReports = [...ledger.acknowledged].filter((key) => !stored.has(key)).length;
  const lostWrites = writer.acknowledged.filter((key) => !written.has(key)).length;
  const kill = apart(ledger.takeovers.kill, balancer.outages, TOLERABLE_OUTAGE_MS);
  const terminate = apart(ledger.takeovers.terminate, balancer.outages, 0);
  const bad = Object.entries(balancer.statuses).filter(([status]) => Number(status) >= 500 && status !== '503');
  const children = [...apis, ...agents];
  const failures = [
    expect(runs!.wrong === 0 && runs!.open === 0, `${runs!.wrong} runs without exactly one FINAL, ${runs!.open} open`),
    expect(runs!.runs! > 0, 'nothing ran'),
    expect(sessions!.open === 0 && sessions!.wrong === 0, `${sessions!.open} open sessions, ${sessions!.wrong} wrong`),
    expect(sessions!.crowded === 0, `${sessions!.crowded} sessions too close to the one before`),
    expect(lostReports === 0, `${lostReports} acknowledged reports are not there`),
    expect(lostWrites === 0, `${lostWrites} acknowledged writes are not there`),
    expect(percentile(kill.clear, 0.95) < TAKEOVER_AFTER_KILL_MS, 'takeover after kill -9 too late'),
    expect(percentile(terminate.clear, 0.95) < TAKEOVER_AFTER_TERMINATE_MS, 'takeover after SIGTERM too late'),
    expect(bad.length === 0, `5xx other than 503: ${balancer.bad.join(' | ')}`),
    ...faults.badExits.map((exit) => `bad exit of ${exit}`),
    ...children.flatMap(({ lost }) => lost),
    ...apis.map((child) => expect(child.peak < API_BYTES, `${child.name} took ${megabytes(child.peak)} MB`)),
    ...agents.map((child) => expect(child.peak < AGENT_BYTES, `${child.name} took ${megabytes(child.peak)} MB`)),
  ].filter((failure) => failure !== undefined);
  const numbers = {
    runs: runs!.runs,
    finals: runs!.finals,
    abortedRuns: runs!.aborted,
    sessions: sessions!.sessions,
    requestsAtTarget: world.target.requests,
    acknowledgedReports: ledger.acknowledged.size,
    acknowledgedWrites: writer.acknowledged.length,
    verdicts: ledger.verdicts,
    statuses: balancer.statuses,
    brokenOff: balancer.broken,
    writer: { ...writer.outcomes, slowestMs: Math.round(writer.slowest) },
    takeoverAfterKillMs: spread(kill.clear),
    takeoverAfterKillMsOverLongOutages: spread(kill.hindered),
    takeoverAfterTerminateMs: spread(terminate.clear),
    takeoverAfterTerminateMsOverOutages: spread(terminate.hindered),
    withoutAnyApiSeconds: balancer.outages.map(({ from, to }) => Math.round((to - from) / 100) / 10),
    faults: faults.done,
    peakMB: Object.fromEntries(children.map(({ name, peak }) => [name, megabytes(peak)])),
    starts: Object.fromEntries(children.map(({ name, starts }) => [name, starts])),
  };
  return { numbers, failures };
}

/** How long each took, those apart during which no replica was ready for longer than `tolerableMs`. */
function apart(takeovers: readonly Span[], outages: readonly Span[], tolerableMs: number) {
  const hinders = (takeover: Span) => (outage: Span) =>
    outage.to - outage.from > tolerableMs && outage.from < takeover.to && outage.to > takeover.from;
  const ms = ({ from, to }: Span) => to - from;
  const isHindered = (takeover: Span) => outages.some(hinders(takeover));
  return {
    clear: takeovers.filter((takeover) => !isHindered(takeover)).map(ms),
    hindered: takeovers.filter(isHindered).map(ms),
  };
}

const expect = (holds: boolean, failure: string): string | undefined => (holds ? undefined : failure);
const megabytes = (bytes: number) => Math.round(bytes / 1_024 / 1_024);

function spread(numbers: number[]) {
  const at = (p: number) => Math.round(percentile(numbers, p));
  return { count: numbers.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}
