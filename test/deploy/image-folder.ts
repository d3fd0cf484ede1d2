import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../assembly/built.js';
import { copyContext } from './build-context.js';
import { stages, type Step } from './dockerfile.js';
import { productionPackages } from './packages.js';

/** An account that exists on every Linux and owns nothing: only root can start something as somebody else. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/**
 * Carries out the Dockerfile without a container engine: COPY and the RUN lines about npm and folders. `npm ci` takes what
 * it would install from this repository's node_modules, by hard links, so that nothing else can be resolved.
 */
export class ImageFolders {
  private readonly made = new Map<string, string>();
  /** What `node_modules` of a stage holds: linked only where it ends up. */
  private readonly packages = new Map<string, readonly string[]>();

  constructor(private readonly folder: string) {
    copyContext(join(folder, 'context'));
  }

  /** The root folder of the stage. */
  of(name: string): string {
    const made = this.made.get(name);
    if (made) return made;
    const stage = stages.get(name);
    if (!stage) throw new Error(`The Dockerfile has no stage ${name}`);
    const root = join(this.folder, name);
    this.made.set(name, root);
    mkdirSync(root);
    if (stages.has(stage.base)) linkTree(this.of(stage.base), root);
    let workdir = '/pharos';
    for (const step of stage.steps) {
      if (step.keyword === 'WORKDIR') workdir = step.words[0]!;
      if (step.keyword === 'COPY') this.copy(root, workdir, step);
      if (step.keyword === 'RUN') this.run(root, name, step.words.join(' '));
    }
    return root;
  }

  private copy(root: string, workdir: string, { words, from }: Step): void {
    const target = words.at(-1)!;
    for (const source of words.slice(0, -1)) {
      if (from) this.of(from);
      const packages = source === '/pharos/node_modules' ? this.packages.get(from ?? '') : undefined;
      for (const path of packages ?? []) linkTree(join(ROOT, path), join(root, workdir, path), true);
      if (packages) continue;
      const path = from ? join(this.of(from), source) : join(this.folder, 'context', source);
      const into = join(root, target.startsWith('/') ? '' : workdir, target);
      if (statSync(path).isDirectory()) linkTree(path, into);
      else linkFile(path, target.endsWith('/') ? join(into, basename(source)) : into);
    }
  }

  private run(root: string, stage: string, command: string): void {
    const app = join(root, 'pharos');
    if (command.endsWith('npm ci')) symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'));
    if (command.endsWith('npm ci --omit=dev --omit=optional')) this.packages.set(stage, productionPackages());
    const [, uninstalled] = /npm uninstall --no-save (.*)$/.exec(command) ?? [];
    if (uninstalled) this.packages.set(stage, productionPackages(uninstalled.split(' ')));
    if (command.includes('npm run build')) execFileSync('sh', ['-c', command], { cwd: app, stdio: 'pipe' });
    const [, folders] = /install -d -o 1000 -g 1000 -m 700 (.*)$/.exec(command) ?? [];
    for (const folder of folders?.split(' ') ?? []) own(join(root, folder));
  }
}

/** Half of all files in packages: not linked, to save the time. */
const NEVER_OPENED = /\.(d\.[cm]?ts|map|md)$/;

/** Makes the same folders with links to the same files; packages inside a package are packages of their own. */
function linkTree(from: string, to: string, isPackage = false): void {
  mkdirSync(to, { recursive: true });
  if (NOBODY && statSync(from).uid === NOBODY.uid) own(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (isPackage && (entry.name === 'node_modules' || NEVER_OPENED.test(entry.name))) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target, isPackage);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

function linkFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // Another file system.
    copyFileSync(from, to);
    chmodSync(to, statSync(from).mode);
  }
}

function own(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (NOBODY) chownSync(folder, NOBODY.uid, NOBODY.gid);
}

/** Where nobody else can be the container's user: takes away the right to write, or gives it back, but for its own folders. */
export function setWritable(root: string, writable: boolean): void {
  if (NOBODY) return;
  const change = (folder: string) => {
    chmodSync(folder, 0o755);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !(folder === root && /^(spool|data)$/.test(entry.name)))
        change(join(folder, entry.name));
    }
    if (!writable) chmodSync(folder, 0o555);
  };
  change(root);
}
