import { setTimeout as sleep } from 'node:timers/promises';
import { agentEnv } from './agent.js';
import type { LoopResult } from './agent/socket-loop.js';
import { Child } from './child.js';
import type { Options } from './options.js';
import { summaryText } from './profile-summary.js';
import type { Line, Report } from './report.js';
import { addChecks, makeWorld, type World } from './world.js';

const CHECKS = 1_000;
/** 1,000 checks every 20 s: 50 a second. */
const EVERY_MS = 20_000;
/** 1,000 checks every half second: more than can be done, to see how much that is. */
const RUSH_MS = 500;

const ADD_SCHEDULES = `
  INSERT INTO check_schedules (account_id, check_id, active, period_ms, phase_ms, run_parallel, locations, next_run_at)
  SELECT account_id, id, true, $1, p, false, '{default}', to_timestamp((ceil((extract(epoch FROM now()) * 1000 + 500 - p) / $1) * $1 + p) / 1000)
  FROM (SELECT account_id, id, floor(random() * $1)::bigint AS p FROM checks) c
  ON CONFLICT (account_id, check_id) DO UPDATE SET period_ms = excluded.period_ms, phase_ms = excluded.phase_ms, next_run_at = excluded.next_run_at`;

const RESULTS = `
  SELECT count(*)::int AS count, count(*) FILTER (WHERE has_failures OR has_errors)::int AS failed,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY response_time) AS p50, percentile_cont(0.99) WITHIN GROUP (ORDER BY response_time) AS p99
  FROM check_results WHERE created_at >= $1 AND created_at < $2`;

interface Window {
  count: number;
  failed: number;
  p50: number;
  p99: number;
  seconds: number;
  agentMs: number;
  apiMs: number;
}

/** Everything together: scheduled, leased, run, reported, stored. */
export async function pipeline(options: Options): Promise<Report> {
  const world = await makeWorld();
  const children: Child[] = [];
  const start = (name: string, env: Record<string, string> = world.env): Child => {
    const child = Child.start(name, world.folder, env);
    children.push(child);
    return child;
  };
  try {
    const [target, loop, api] = [start('agent/target'), start('agent/socket-loop'), start('api')];
    const [port, apiPort] = [await target.ask<number>('port'), await api.ask<number>('port')];
    const alone = await loop.ask<LoopResult>('run', { port, seconds: 2, inFlight: 1 });
    await addChecks(world, { count: CHECKS, url: `http://127.0.0.1:${port}/<n>` });
    await world.pool.query(ADD_SCHEDULES, [RUSH_MS]);
    const agent = start('agent/agent', agentEnv(world.folder, apiPort, world.locationKey));
    await agent.ask('start');
    // Processes run for months: what their code costs before it is compiled is not what it costs.
    await sleep(options.full ? 30_000 : 12_000);
    const rush = await watch(world, agent, api, options.full ? 30 : 10);
    await world.pool.query(ADD_SCHEDULES, [EVERY_MS]);
    await sleep(5_000);
    const calm = await watch(world, agent, api, options.full ? 120 : 20);
    const rss = await agent.rss();
    if (options.profile) await profiled({ agent, api }, options.profile);
    return {
      benchmark: `agent and API, ${CHECKS} checks, fresh connections on loopback`,
      lines: lines(calm, rush, rss, alone),
    };
  } finally {
    for (const child of children.toReversed()) await child.stop();
    await world.close();
  }
}

async function profiled(processes: Record<string, Child>, take: NonNullable<Options['profile']>): Promise<void> {
  for (const child of Object.values(processes)) await child.startProfile();
  await sleep(10_000);
  for (const [name, child] of Object.entries(processes)) {
    const title = `${name} at 50 checks/s`;
    take(title, summaryText(title, await child.stopProfile()));
  }
}

async function watch(world: World, agent: Child, api: Child, seconds: number): Promise<Window> {
  const [from, startedAt] = [new Date(), performance.now()];
  const before = [await agent.cpuMs(), await api.cpuMs()] as const;
  await sleep(seconds * 1_000);
  const after = [await agent.cpuMs(), await api.cpuMs()] as const;
  const [to, endedAt] = [new Date(), performance.now()];
  const { rows } = await world.pool.query<Window>(RESULTS, [from, to]);
  const window = { ...rows[0]!, seconds: (endedAt - startedAt) / 1_000 };
  if (window.failed > 0) throw new Error(`${window.failed} of ${window.count} checks failed`);
  return { ...window, agentMs: after[0] - before[0], apiMs: after[1] - before[1] };
}

function lines(calm: Window, rush: Window, rss: number, alone: LoopResult): Line[] {
  const perCheck = ({ agentMs, apiMs, count }: Window) => (agentMs + apiMs) / count;
  const rate = ({ count, seconds }: Window) => count / seconds;
  const cores = (rush.agentMs + rush.apiMs) / (rush.seconds * 1_000);
  return [
    {
      what: 'CPU per check at 50/s',
      ours: perCheck(calm),
      unit: 'ms',
      target: { floor: 1.9, goal: 0.9, lower: true },
      note: `${rate(calm).toFixed(1)}/s; agent ${(calm.agentMs / calm.count).toFixed(2)} ms, API ${(calm.apiMs / calm.count).toFixed(2)} ms`,
    },
    {
      what: 'measured above the true response time',
      ours: calm.p50 - alone.p50Ms,
      unit: 'ms',
      target: { floor: 2, goal: 0.5, lower: true },
      p50Ms: calm.p50,
      p99Ms: calm.p99,
      note: `true ${alone.p50Ms.toFixed(2)} ms`,
    },
    { what: 'agent RSS', ours: rss / 1e6, unit: 'MB', target: { floor: 150, goal: 110, lower: true } },
    {
      what: 'checks stored, as many as possible, per core used',
      ours: rate(rush) / cores,
      unit: '/s',
      target: { floor: 600, goal: 1_200 },
      note: `${rate(rush).toFixed(0)}/s with ${cores.toFixed(2)} cores of agent and API (${perCheck(rush).toFixed(2)} ms a check), PostgreSQL and the target beside them`,
    },
  ];
}
