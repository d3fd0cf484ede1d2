import { setTimeout as sleep } from 'node:timers/promises';
import { effectiveSchedule, settleOffset, type Check } from '#domain';
import { agentEnv } from './agent.js';
import { Child } from './child.js';
import type { Options } from './options.js';
import type { Line, Report } from './report.js';
import { addChecks, makeWorld, type World } from './world.js';

/** What one agent is to carry: 53 runs a second. */
const LOAD = [
  { count: 2_000, frequency: 1, seconds: 60 },
  { count: 200, frequency: 0, seconds: 10 },
] as const;
const CHECKS = LOAD.reduce((sum, { count }) => sum + count, 0);
const PER_SECOND = LOAD.reduce((sum, { count, seconds }) => sum + count / seconds, 0);

/** As the API writes them: on the grids that the domain gives them, each for the first time at its next point. */
const ADD_SCHEDULES = `
  INSERT INTO check_schedules (account_id, check_id, active, period_ms, phase_ms, run_parallel, locations, next_run_at)
  SELECT $1, id, true, period, phase, false, '{default}',
    to_timestamp((ceil((extract(epoch FROM now()) * 1000 - phase) / period) * period + phase) / 1000)
  FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS s (id, period, phase)`;

/** Runs that were due in a window of whole seconds, and when their probes started. */
const STARTS = `
  WITH runs AS (
    SELECT r.due_at, s.started_at, s.has_failures OR s.has_errors AS failed,
      extract(epoch FROM s.started_at - r.due_at)::float8 * 1000 AS late
    FROM check_runs r LEFT JOIN check_results s ON s.account_id = r.account_id AND s.run_id = r.id AND s.result_type = 'FINAL'
    WHERE r.due_at >= $1 AND r.due_at < $2
  )
  SELECT count(*)::int AS due, count(started_at)::int AS count, count(*) FILTER (WHERE failed)::int AS failed,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY late) AS p50, percentile_cont(0.99) WITHIN GROUP (ORDER BY late) AS p99, max(late) AS latest,
    (SELECT max(n)::int FROM (SELECT count(*) AS n FROM runs GROUP BY date_trunc('second', started_at)) s) AS "busiestStart",
    (SELECT max(n)::int FROM (SELECT count(*) AS n FROM runs GROUP BY date_trunc('second', due_at)) s) AS "busiestDue"
  FROM runs`;

interface Starts {
  due: number;
  count: number;
  failed: number;
  p50: number;
  p99: number;
  latest: number;
  busiestStart: number;
  busiestDue: number;
}

interface Cost {
  agentMs: number;
  apiMs: number;
  agentRss: number;
  apiRss: number;
}

/** A location as it lives: thousands of checks on their grids, one agent, one API. */
export async function scheduledLoad(options: Options): Promise<Report> {
  const world = await makeWorld();
  const children: Child[] = [];
  const start = (name: string, env: Record<string, string> = world.env): Child => {
    const child = Child.start(name, world.folder, env);
    children.push(child);
    return child;
  };
  try {
    const [target, api] = [start('agent/target'), start('api')];
    const [port, apiPort] = [await target.ask<number>('port'), await api.ask<number>('port')];
    await addLoad(world, `http://127.0.0.1:${port}/<n>`);
    const agent = start('agent/agent', agentEnv(world.folder, apiPort, world.locationKey));
    await agent.ask('start');
    // Code that runs for months is compiled; and what was late at the start has been made up for.
    await sleep(options.full ? 60_000 : 20_000);
    const seconds = options.full ? 600 : 60;
    const from = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
    const cost = await costOf(agent, api, seconds);
    const to = new Date(from.getTime() + seconds * 1_000);
    // The last of them have to end and to be reported.
    await sleep(5_000);
    const { rows } = await world.pool.query<Starts>(STARTS, [from, to]);
    const starts = rows[0]!;
    if (starts.failed > 0) throw new Error(`${starts.failed} of ${starts.count} checks failed`);
    const [often, seldom] = [LOAD[1], LOAD[0]];
    return {
      benchmark: `one agent and one API: ${seldom.count} checks at ${seldom.seconds} s and ${often.count} at ${often.seconds} s, for ${seconds} s`,
      lines: lines(starts, cost, seconds),
    };
  } finally {
    for (const child of children.toReversed()) await child.stop();
    await world.close();
  }
}

async function addLoad(world: World, url: string): Promise<void> {
  for (const { count, frequency } of LOAD) await addChecks(world, { count, url, frequency });
  const { rows } = await world.pool.query<Check>(
    `SELECT id, frequency, true AS activated, false AS "runParallel", check_type AS "checkType",
       private_locations AS "privateLocations" FROM checks`,
  );
  const schedules = rows.map((check) => {
    const frequencyOffset = settleOffset(check.id, check.frequency, check.frequency === 0 ? 10 : undefined);
    return { id: check.id, ...effectiveSchedule({ ...check, frequencyOffset }) };
  });
  const columns = [schedules.map(({ id }) => id), schedules.map(({ periodMs }) => periodMs)];
  await world.pool.query(ADD_SCHEDULES, [world.account, ...columns, schedules.map(({ phaseMs }) => phaseMs)]);
}

async function costOf(agent: Child, api: Child, seconds: number): Promise<Cost> {
  const before = [await agent.cpuMs(), await api.cpuMs()] as const;
  await sleep(seconds * 1_000);
  const after = [await agent.cpuMs(), await api.cpuMs()] as const;
  const [agentRss, apiRss] = [await agent.rss(), await api.rss()];
  return { agentMs: after[0] - before[0], apiMs: after[1] - before[1], agentRss, apiRss };
}

function lines(starts: Starts, cost: Cost, seconds: number): Line[] {
  const { count, due, p50, p99, latest, busiestStart, busiestDue } = starts;
  const mean = due / seconds;
  const each = (ms: number) => ms / count;
  const busiest = busiestStart / mean;
  const planned = busiestDue / mean;
  return [
    {
      what: 'runs per second',
      ours: count / seconds,
      baseline: PER_SECOND,
      unit: '/s',
      ratio: once(count / seconds / PER_SECOND),
      target: { floor: 0.99, goal: 1 },
      note: `${due - count} of the runs that were due have no result`,
    },
    {
      what: 'lateness, p99: from the time of a run to the start of its probe',
      ours: p99,
      unit: 'ms',
      target: { floor: 2_000, goal: 1_000, lower: true },
      p50Ms: p50,
      p99Ms: p99,
      note: `the latest ${latest.toFixed(0)} ms`,
    },
    {
      what: 'busiest second against the mean, baseline: that of the grids',
      ours: busiest,
      baseline: planned,
      unit: 'x',
      ratio: once(busiest / planned),
      target: { floor: 1.5, goal: 1.2, lower: true },
      note: `${busiestStart} starts; the mean is ${mean.toFixed(1)}`,
    },
    {
      what: 'CPU per check, agent and API',
      ours: each(cost.agentMs + cost.apiMs),
      unit: 'ms',
      target: { floor: 1.9, goal: 0.9, lower: true },
      note: `agent ${each(cost.agentMs).toFixed(2)} ms, API ${each(cost.apiMs).toFixed(2)} ms`,
    },
    {
      what: `agent RSS with ${CHECKS} checks`,
      ours: cost.agentRss / 1e6,
      unit: 'MB',
      target: { floor: 150, goal: 110, lower: true },
      note: `API ${(cost.apiRss / 1e6).toFixed(0)} MB`,
    },
  ];
}

/** A ratio that was measured once. */
const once = (value: number) => ({ median: value, lowest: value, highest: value });
