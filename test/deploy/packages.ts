import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../assembly/built.js';

interface Entry {
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const lock = (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> })
  .packages;

/** The folders that `npm ci --omit=dev --omit=optional` fills, and then `npm uninstall --no-save` of `without` leaves. */
export function productionPackages(without: readonly string[] = []): string[] {
  const found = new Set<string>();
  const add = (from: string, name: string) => {
    const path = resolve(from, name);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    for (const needed of needs(lock[path]!)) add(path, needed);
  };
  const direct = Object.keys(lock['']?.dependencies ?? {});
  for (const name of direct.filter((each) => !without.includes(each))) add('', name);
  return [...found].toSorted((one, other) => (one < other ? -1 : 1));
}

function needs({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Entry): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...peers];
}

/** As Node looks for a package: in the node_modules of the folder, then of those above. */
function resolve(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock[path] && existsSync(join(ROOT, path))) return path;
    if (at === '') return undefined;
  }
}
