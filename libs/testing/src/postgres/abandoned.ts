import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeThrowAwayPostgres } from '#embedded-postgres';

/** Stops and removes what Jest runs left behind that were killed before their teardown. */
export async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith('pharos-test-'))) {
    const folder = join(tmpdir(), name);
    if (jestLives(folder)) continue;
    try {
      await removeThrowAwayPostgres(join(folder, 'server'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or another worker's run removes it at this moment.
    }
  }
}

function jestLives(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(join(folder, 'jest.pid'), 'utf8')), 0);
    return true;
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code !== 'ESRCH';
  }
}
