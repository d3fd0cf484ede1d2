import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../assembly/built.js';

/** The patterns of .dockerignore, in order: the last that matches decides. */
const RULES = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ keeps: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }));

function toPattern(glob: string): RegExp {
  const text = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${text}(?:/.*)?$`);
}

/** Whether a file (a path from the root of the repository, with slashes) is part of what a build gets to see. */
export const isInContext = (path: string): boolean =>
  RULES.findLast(({ pattern }) => pattern.test(path))?.keeps ?? true;

/** Copies what `docker build` sends. */
export function copyContext(to: string): void {
  for (const entry of readdirSync(ROOT)) {
    if (!isInContext(entry)) continue;
    for (const path of filesBelow(entry).filter(isInContext)) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      copyFileSync(join(ROOT, path), join(to, path));
    }
  }
}

function filesBelow(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}
