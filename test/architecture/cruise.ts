import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = resolve(__dirname, '../..');

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const FOLDERS = ['src', 'apps', 'libs', 'test', 'ormconfig.ts'];

interface Report {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
}

/** Runs dependency-cruiser with the rules of the repository over a tree; a process, for it cannot be loaded by Jest. */
export async function cruise(root: string): Promise<{ modules: number; violations: string[] }> {
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const args = [CRUISER, '--config', config, '--output-type', 'json', ...folders];
  const run = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 200_000_000 });
  // With violations it ends with their number, and the report on standard output all the same.
  const { stdout } = await run.catch((error: { stdout?: string }) => {
    if (!error.stdout?.startsWith('{')) throw error;
    return { stdout: error.stdout };
  });
  const { summary } = JSON.parse(stdout) as Report;
  const violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  return { modules: summary.totalCruised, violations };
}

/** A tree like ours that holds only these files, removed again after `work`. */
export async function withTree<T>(files: Record<string, string>, work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'pharos-tree-'));
  try {
    for (const name of ['package.json', 'tsconfig.json'])
      writeFileSync(join(root, name), readFileSync(join(ROOT, name)));
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
