import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULTS, Faults, type Fault } from './faults.js';
import { Random } from './random.js';
import { judgeWorld, type Verdict } from './verdict.js';
import { startWorld, type World } from './world.js';
import { Writer } from './writer.js';

export interface SoakOptions {
  dist: string;
  /** How long things go wrong, in milliseconds. */
  durationMs: number;
  seed: number;
  /** Checks of ten seconds each. */
  checks: number;
  /** What may go wrong; everything when absent. */
  faults?: readonly Fault[];
  /** Milliseconds between two faults, at least and at most. */
  pauseMs: readonly [number, number];
  log: (line: string) => void;
}

const APIS = 2;
const AGENTS = 3;
const WRITERS = 3;
const PROGRESS_MS = 5_000;
/** Runs that were being executed when it ended: an outage's grace, a lease, and some room. */
const REST_MS = 150_000;

/** Runs a deployment through faults at random, lets it come to rest, and judges. */
export async function soak(options: SoakOptions): Promise<Verdict> {
  const { log, seed, durationMs } = options;
  log(`seed ${seed}, ${durationMs / 1_000} s, ${options.checks} checks of 10 s, ${APIS} APIs, ${AGENTS} agents`);
  const world = await startWorld({ apis: APIS, agents: AGENTS, dist: options.dist });
  const random = new Random(seed);
  const faults = new Faults(world, random, log);
  const writer = new Writer(world.balancer.url(AGENTS), world.apiKey);
  const progress = setInterval(() => log(look(world, writer)), PROGRESS_MS);
  try {
    await createChecks(world, options.checks);
    log(`${options.checks} checks created`);
    writer.start(WRITERS);
    await goWrong(options, faults, random);
    await faults.end();
    await writer.stop();
    log('the faults are over: waiting for the runs that are left');
    await rest(world);
    const verdict = await judgeWorld(world, writer, faults);
    if (verdict.failures.length > 0) log(`the logs of all processes are in ${keepLogs(world)}`);
    return verdict;
  } finally {
    clearInterval(progress);
    await writer.stop();
    await world.close();
  }
}

async function goWrong({ durationMs, pauseMs, faults = FAULTS }: SoakOptions, doing: Faults, random: Random) {
  // Like a deck of cards: each once before any comes again, so that a short run has them all.
  const deck: Fault[] = [];
  for (const end = Date.now() + durationMs; ;) {
    await delay(Math.min(random.between(...pauseMs), Math.max(0, end - Date.now())));
    if (Date.now() >= end) return;
    if (deck.length === 0) deck.push(...random.shuffled(faults));
    doing.begin(deck.pop()!);
  }
}

async function createChecks({ balancer, apiKey, target }: World, count: number): Promise<void> {
  const url = `${balancer.url(AGENTS)}/v1/checks/url`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const numbers = Array.from({ length: count }, (_, at) => at + 1).values();
  const loop = async () => {
    for (const number of numbers) {
      const check = { name: `Soak ${number}`, frequency: 0, frequencyOffset: 10, doubleCheck: false };
      const body = JSON.stringify({ ...check, request: { url: target.url } });
      const response = await fetch(url, { method: 'POST', headers, body });
      if (response.status !== 201) throw new Error(`a check could not be created: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all([loop(), loop(), loop(), loop()]);
}

/** Nothing is scheduled any more; waits for what was. */
async function rest({ postgres }: World): Promise<void> {
  await postgres.rows('UPDATE check_schedules SET active = false');
  for (const end = Date.now() + REST_MS; Date.now() < end; await delay(500)) {
    const [open] = await postgres.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM check_runs WHERE state <> 'done'`,
    );
    if (open!.n === 0) return;
  }
}

function look({ apis, agents, ledger, target }: World, writer: Writer): string {
  const memory = [...apis, ...agents].map((child) => `${child.name} ${Math.round(child.sample() / 1_048_576)} MB`);
  const { kill, terminate } = ledger.takeovers;
  return (
    `${target.requests} requests, ${ledger.acknowledged.size} results and ${writer.acknowledged.length} writes ` +
    `acknowledged, ${kill.length} + ${terminate.length} takeovers, ${memory.join(', ')}`
  );
}

function keepLogs({ folder }: World): string {
  const kept = mkdtempSync(join(tmpdir(), 'pharos-soak-logs-'));
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.log')))
    cpSync(join(folder, name), join(kept, name));
  return kept;
}
