import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cruise.js';

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
}

/** Every TypeScript file of the repository. */
export function sourceFiles(): SourceFile[] {
  const below = ['src', 'apps', 'libs', 'test'].flatMap((folder) => walk(folder));
  return [...below, 'ormconfig.ts'].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

function walk(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path));
}
