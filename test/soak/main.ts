import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS, type Fault } from './faults.js';
import { soak } from './soak.js';

const USAGE = `Usage: npm run soak -- [--minutes 10] [--seed N] [--checks 300] [--pause SECONDS] [--fault NAME ...]

Faults: ${FAULTS.join(', ')}`;

function whole(name: string, text: string | undefined, fallback: number, least: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isFinite(value) && value >= least) return value;
  throw new Error(`--${name} must be a number from ${least}, not "${text}"`);
}

function faultsOf(names: string[] | undefined): Fault[] | undefined {
  return names?.map((name) => {
    const fault = FAULTS.find((known) => known === name);
    if (!fault) throw new Error(`There is no fault "${name}"`);
    return fault;
  });
}

const startedAt = Date.now();
const log = (line: string) =>
  process.stderr.write(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}\n`);

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      minutes: text,
      seed: text,
      checks: text,
      pause: text,
      fault: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const pause = whole('pause', values.pause, 6, 0.1) * 1_000;
  const verdict = await soak({
    dist: resolve(import.meta.dirname, '../..'),
    durationMs: whole('minutes', values.minutes, 10, 0.1) * 60_000,
    seed: whole('seed', values.seed, Date.now() % 1_000_000, 0),
    checks: whole('checks', values.checks, 300, 1),
    faults: faultsOf(values.fault),
    pauseMs: [pause / 3, (pause * 5) / 3],
    log,
  });
  process.stdout.write(`${JSON.stringify(verdict, null, 2)}\n`);
  for (const failure of verdict.failures) log(`FAILED: ${failure}`);
  if (verdict.failures.length === 0) log('passed');
  return verdict.failures.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
