import { RESULTS_PATH } from '#agent-protocol';
import { randomUUID } from 'node:crypto';
import { Child } from './child.js';
import { batchesOf, leaseRuns, reportOf } from './ingestion/runs.js';
import type { Options } from './options.js';
import { summaryText } from './profile-summary.js';
import type { Line, Report } from './report.js';
import { median, quantile, ratioOf } from './statistics.js';
import { addChecks, makeWorld, type World } from './world.js';

/** Reports in one call: the protocol's limit. */
const BATCH = 100;
const TARGET = { floor: 0.35, goal: 0.6 };

interface Parts {
  world: World;
  api: Child;
  port: number;
  post: Child;
  bare: Child;
}

/** Reports that are judged and stored with all that follows from them, against rows that are only inserted. */
export async function ingestion(options: Options): Promise<Report> {
  const world = await makeWorld();
  const [api, post, bare] = ['api', 'ingestion/post', 'ingestion/unnest'].map((name) =>
    Child.start(name, world.folder, world.env),
  ) as [Child, Child, Child];
  try {
    await addChecks(world, { count: 1_000 });
    await bare.ask('prepare');
    const parts = { world, api, post, bare, port: await api.ask<number>('port') };
    const [rounds, count] = options.full ? [9, 10_000] : [5, 4_000];
    const rates = { one: [] as number[], four: [] as number[], inside: [] as number[], bare: [] as number[] };
    const times: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const alone = await insertBare(parts, count);
      const one = await overHttp(parts, count, 1);
      const four = await overHttp(parts, count, 4);
      const inside = await inProcess(parts, count);
      // The first round warms everything up.
      if (round === -1) continue;
      rates.bare.push(alone);
      rates.one.push(one.rate);
      rates.four.push(four.rate);
      rates.inside.push(inside);
      times.push(...one.times);
    }
    if (options.profile) {
      await api.startProfile();
      await overHttp(parts, count, 4);
      options.profile('ingestion', summaryText('ingestion', await api.stopProfile()));
    }
    const line = (what: string, ours: number[]): Line => ({
      what,
      ours: median(ours),
      baseline: median(rates.bare),
      unit: 'rows/s',
      ratio: ratioOf(ours, rates.bare),
      target: TARGET,
    });
    const single = line('over HTTP, one batch at a time', rates.one);
    return {
      benchmark: `ingestion in batches of ${BATCH}, against bare unnest x 1,000`,
      lines: [
        { ...single, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) },
        line('over HTTP, four at a time', rates.four),
        line('in the process, one at a time', rates.inside),
        { what: 'statements per batch', ours: await statementsPerBatch(parts), unit: '' },
      ],
    };
  } finally {
    await Promise.all([api, post, bare].map((child) => child.stop()));
    await world.close();
  }
}

async function reportsFor(world: World, count: number) {
  const leased = await leaseRuns(world, count);
  return { leased, reports: leased.runIds.map((runId, n) => reportOf(runId, n)) };
}

async function insertBare({ world, bare }: Parts, count: number): Promise<number> {
  const { leased, reports } = await reportsFor(world, count);
  const ms = await bare.ask<number>('insert', { account: world.account, leased, reports, size: 1_000 });
  return (count * 1_000) / ms;
}

async function overHttp({ world, post, port }: Parts, count: number, inFlight: number) {
  const { reports } = await reportsFor(world, count);
  const bodies = batchesOf(reports, BATCH).map((results) => JSON.stringify({ agentId: randomUUID(), results }));
  const request = { port, path: RESULTS_PATH, key: world.locationKey, bodies, inFlight };
  const { ms, times } = await post.ask<{ ms: number; times: number[] }>('post', request);
  return { rate: (count * 1_000) / ms, times };
}

async function inProcess({ world, api }: Parts, count: number): Promise<number> {
  const { reports } = await reportsFor(world, count);
  const location = { accountId: world.account, locationId: randomUUID(), slugName: 'default', keyId: randomUUID() };
  const ms = await api.ask<number>('ingest', { location, batches: batchesOf(reports, BATCH) });
  return (count * 1_000) / ms;
}

async function statementsPerBatch(parts: Parts): Promise<number> {
  const batches = 20;
  await parts.api.ask('countStatements');
  await overHttp(parts, batches * BATCH, 1);
  const counts = await parts.api.ask<Record<string, number>>('countedStatements');
  return Object.values(counts).reduce((sum, sent) => sum + Math.round(sent / batches), 0);
}
