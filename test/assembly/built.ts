import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The repository: the tests run what `npm start` runs, the built `dist`. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Builds once per Jest run, whichever worker asks first; throws when the build says anything on stdout, where commands answer. */
export async function build(): Promise<void> {
  const lock = join(process.env['PHAROS_TEST_RUN']!, 'build');
  const done = `${lock}.done`;
  try {
    mkdirSync(lock);
  } catch {
    for (const end = Date.now() + 180_000; !existsSync(done) && Date.now() < end;) await delay(50);
    return;
  }
  try {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: ROOT });
    if (stdout !== '') throw new Error(`The build printed ${stdout}`);
  } finally {
    writeFileSync(done, '');
  }
}
