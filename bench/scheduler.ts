import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.js';
import type { Options } from './options.js';
import { summaryText } from './profile-summary.js';
import type { Line, Report } from './report.js';
import { median, ratioOf } from './statistics.js';
import { addChecks, makeWorld, type World } from './world.js';

/** As the scheduler claims. */
const BATCH = 100;
const PERIOD_MS = 60_000;
/** What the targets of performance.md are about. */
const TARGET_SCHEDULES = 100_000;

const ADD_SCHEDULES = `
  INSERT INTO check_schedules (account_id, check_id, active, period_ms, phase_ms, run_parallel, locations, next_run_at)
  SELECT account_id, id, false, ${PERIOD_MS}, floor(random() * ${PERIOD_MS}), false, '{default}', now() FROM checks`;

/** Due now and not one of them later than the others, with nothing in progress. */
const ALL_DUE = `UPDATE check_schedules SET active = true, open_session_ids = '{}', next_run_at = now() - interval '90 seconds'
  WHERE (account_id, check_id) IN (SELECT account_id, check_id FROM check_schedules LIMIT $1)`;
const NONE_DUE = `UPDATE check_schedules SET active = false, open_session_ids = '{}'`;
/** On their own grid, each at its next point. */
const ON_GRID = `UPDATE check_schedules SET active = true, open_session_ids = '{}', next_run_at =
  to_timestamp((ceil((extract(epoch FROM now()) * 1000 + 3000 - phase_ms) / period_ms) * period_ms + phase_ms) / 1000)`;

/** How late sessions were opened after their point of the grid. */
const LATENESS = `
  SELECT count(*)::int AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY late) AS p50, percentile_cont(0.99) WITHIN GROUP (ORDER BY late) AS p99
  FROM (SELECT mod(extract(epoch FROM s.started_at) * 1000 - c.phase_ms, ${PERIOD_MS})::float8 AS late
    FROM check_sessions s JOIN check_schedules c ON c.account_id = s.account_id AND c.check_id = s.check_id
    WHERE s.started_at >= $1) lates`;

/** Claims with everything they lead to against the bare claim, and how late checks start at their real pace. */
export async function scheduler(options: Options): Promise<Report> {
  const [schedules, seconds] = options.full ? [TARGET_SCHEDULES, 50] : [20_000, 15];
  const world = await makeWorld();
  const bare = Child.start('scheduler/bare-claim', world.folder, world.env);
  const api = Child.start('api', world.folder, world.env);
  try {
    await addChecks(world, { count: schedules });
    await world.pool.query(ADD_SCHEDULES);
    await world.pool.query('VACUUM ANALYZE check_schedules');
    const lines = [await rates(world, api, bare, options), ...(await pace(world, api, schedules, seconds))];
    if (options.profile) await profiled(api, options.profile);
    return {
      benchmark: `scheduler, ${schedules.toLocaleString('en-US')} checks at 60 s, against the bare claim`,
      lines,
    };
  } finally {
    await Promise.all([bare.stop(), api.stop()]);
    await world.close();
  }
}

interface Claimed {
  rows: number;
  ms: number;
}

/** The API's own scheduler runs too, so each side is told in the middle of nothing: rows are made due right before. */
async function rates(world: World, api: Child, bare: Child, options: Options): Promise<Line> {
  const [rounds, due] = options.full ? [9, 20_000] : [5, 5_000];
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    for (const [child, list] of [
      [bare, theirs],
      [api, ours],
    ] as const) {
      await world.pool.query(NONE_DUE);
      await world.pool.query(ALL_DUE, [due]);
      const { rows, ms } = await child.ask<Claimed>('claimAll', BATCH);
      // The first round warms everything up.
      if (round >= 0) list.push((rows * 1_000) / ms);
    }
  }
  await world.pool.query(NONE_DUE);
  return { what: 'claims', ours: median(ours), baseline: median(theirs), unit: 'rows/s', ratio: ratioOf(ours, theirs) };
}

/** What the API does with its time at the pace of the checks. */
async function profiled(api: Child, take: NonNullable<Options['profile']>): Promise<void> {
  await api.startProfile();
  await sleep(10_000);
  take('scheduler', summaryText('scheduler', await api.stopProfile()));
}

/** Per cent of a core that the API's process takes in the next `ms`. */
async function shareOfCore(api: Child, ms: number): Promise<number> {
  const [before, startedAt] = [await api.cpuMs(), performance.now()];
  await sleep(ms);
  return (((await api.cpuMs()) - before) * 100) / (performance.now() - startedAt);
}

async function pace(world: World, api: Child, schedules: number, seconds: number): Promise<Line[]> {
  // What the process does while nothing is due does not grow with the number of checks.
  const idle = await shareOfCore(api, 5_000);
  await world.pool.query(ON_GRID);
  await sleep(5_000);
  const since = new Date();
  const share = await shareOfCore(api, seconds * 1_000);
  const { rows } = await world.pool.query<{ count: number; p50: number; p99: number }>(LATENESS, [since]);
  const { count, p50, p99 } = rows[0]!;
  const scale = TARGET_SCHEDULES / schedules;
  return [
    {
      what: 'lateness p99',
      ours: p99,
      unit: 'ms',
      target: { floor: 2_000, goal: 1_000, lower: true },
      p50Ms: p50,
      p99Ms: p99,
      note: `${count} sessions in ${seconds} s`,
    },
    {
      what: 'share of a core, for 100,000',
      ours: idle + Math.max(0, share - idle) * scale,
      unit: '%',
      target: { floor: 10, goal: 5, lower: true },
      note: `${share.toFixed(1)} % measured, of which ${idle.toFixed(1)} % with nothing due`,
    },
  ];
}
