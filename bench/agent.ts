import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopResult } from './agent/socket-loop.js';
import { Child } from './child.js';
import type { Options } from './options.js';
import { summaryText } from './profile-summary.js';
import type { Report } from './report.js';
import { median, ratioOf } from './statistics.js';

/** In flight of the bare loop: more brings no more (performance.md). */
const IN_FLIGHT = 4;

interface Rate {
  perSecond: number;
  cpuMicroseconds: number;
}

/** The agent with endless work, against a loop of bare sockets on the same target: what leasing, timing, judging and reporting cost. */
export async function agent(options: Options): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'pharos-bench-'));
  const children: Child[] = [];
  const start = (name: string, env?: Record<string, string>): Child => {
    const child = Child.start(name, folder, env);
    children.push(child);
    return child;
  };
  try {
    const [target, work, loop] = [start('agent/target'), start('agent/endless-work'), start('agent/socket-loop')];
    const [port, api] = [await target.ask<number>('port'), await work.ask<number>('port')];
    await work.ask('target', port);
    const [rounds, seconds] = options.full ? [9, 8] : [5, 3];
    const [ours, bare]: [Rate[], Rate[]] = [[], []];
    const alone = await loop.ask<LoopResult>('run', { port, seconds: 1, inFlight: 1 });
    const runner = start('agent/agent', agentEnv(folder, api));
    await runner.ask('start');
    // An agent runs for months: what its code costs before it is compiled is not what it costs.
    await sleep(options.full ? 30_000 : 12_000);
    for (let round = 0; round < rounds; round += 1) {
      await work.ask('pause');
      await sleep(500);
      bare.push(await bareRate(loop, port, seconds));
      await work.ask('resume');
      await sleep(500);
      ours.push(await agentRate(runner, work, seconds));
    }
    if (options.profile) options.profile('agent', await profiled(runner));
    const of = (rates: Rate[], member: keyof Rate) => rates.map((rate) => rate[member]);
    const line = (what: string, member: keyof Rate, unit: string) => ({
      what,
      ours: median(of(ours, member)),
      baseline: median(of(bare, member)),
      unit,
      ratio: ratioOf(of(ours, member), of(bare, member)),
    });
    return {
      benchmark: `agent alone, fresh connections on loopback, against ${IN_FLIGHT} bare sockets in flight`,
      lines: [
        line('checks', 'perSecond', '/s'),
        line('CPU per check', 'cpuMicroseconds', 'us'),
        { what: 'one bare request at a time', ours: alone.p50Ms, unit: 'ms', p50Ms: alone.p50Ms, p99Ms: alone.p99Ms },
      ],
    };
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

export function agentEnv(folder: string, apiPort: number, key = `pl_${'0'.repeat(32)}`): Record<string, string> {
  return {
    API_KEY: key,
    PHAROS_API_URL: `http://127.0.0.1:${apiPort}`,
    AGENT_HEALTH_PORT: '0',
    PHAROS_SPOOL_DIRECTORY: join(folder, 'spool'),
    LOG_LEVEL: 'INFO',
  };
}

async function bareRate(loop: Child, port: number, seconds: number): Promise<Rate> {
  const before = await loop.cpuMs();
  const { perSecond, count } = await loop.ask<LoopResult>('run', { port, seconds, inFlight: IN_FLIGHT });
  return { perSecond, cpuMicroseconds: (((await loop.cpuMs()) - before) * 1_000) / count };
}

interface Counts {
  taken: number;
  failed: number;
}

async function agentRate(runner: Child, work: Child, seconds: number): Promise<Rate> {
  const [before, cpuBefore, startedAt] = [await work.ask<Counts>('counts'), await runner.cpuMs(), performance.now()];
  await sleep(seconds * 1_000);
  const [after, cpuAfter, endedAt] = [await work.ask<Counts>('counts'), await runner.cpuMs(), performance.now()];
  const count = after.taken - before.taken;
  if (after.failed > before.failed) throw new Error(`${after.failed - before.failed} of ${count} checks failed`);
  return {
    perSecond: (count * 1_000) / (endedAt - startedAt),
    cpuMicroseconds: ((cpuAfter - cpuBefore) * 1_000) / count,
  };
}

async function profiled(runner: Child): Promise<string> {
  await runner.startProfile();
  await sleep(4_000);
  return summaryText('agent', await runner.stopProfile());
}
