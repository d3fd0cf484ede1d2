import { join } from 'node:path';
import { soak } from '../soak/soak.js';
import { build, ROOT } from './built.js';

/** `npm run soak` in small: the same program, a seed that is always the same, half a minute of the quick faults. */
const SEED = 20260131;
const DURATION_MS = 25_000;

beforeAll(build, 180_000);

test('two APIs, three agents and a database, killed and restarted at random, keep every promise', async () => {
  const lines: string[] = [];
  const verdict = await soak({
    dist: join(ROOT, 'dist'),
    durationMs: DURATION_MS,
    seed: SEED,
    checks: 60,
    faults: [
      'kill an agent',
      'terminate an agent',
      'kill an API',
      'terminate an API',
      'crash the database',
      'slow clients',
    ],
    pauseMs: [3_000, 5_000],
    log: (line) => lines.push(line),
  });
  if (verdict.failures.length > 0) throw new Error([...verdict.failures, ...lines].join('\n'));
  expect(verdict.numbers['runs']).toBeGreaterThan(60);
  expect(verdict.numbers['finals']).toBe(verdict.numbers['runs']);
}, 300_000);
