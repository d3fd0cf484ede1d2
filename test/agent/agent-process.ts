import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync, type Options } from '@swc/core';
import { LOCATION_KEY } from './fake-api.js';

const root = join(__dirname, '../..');
const libraries = ['domain', 'agent-protocol', 'config'];

const options: Options = {
  swcrc: false,
  configFile: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

/** Builds the agent of this very work tree into a folder (a second at most, and never stale) and returns its main.js. */
export function buildAgent(folder: string): string {
  const sources = ['apps/agent/src', ...libraries.map((name) => `libs/${name}/src`)];
  for (const source of sources) {
    for (const file of readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
      const target = join(folder, source, file.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(
        target,
        transformSync(readFileSync(join(root, source, file), 'utf8'), { ...options, filename: file }).code,
      );
    }
  }
  const imports = Object.fromEntries(libraries.map((name) => [`#${name}`, `./libs/${name}/src/index.js`]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'apps/agent/src/main.js');
}

export interface AgentProcess {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the exit code, or with the signal that ended the process. */
  exit: Promise<number | string>;
}

/** Starts main.js with exactly these settings, as a supervisor does: with an IPC channel. */
export function spawnAgent(main: string, env: Record<string, string>): AgentProcess {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, API_KEY: LOCATION_KEY, AGENT_HEALTH_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = Promise.all([child.stdout, child.stderr].map((stream) => stream && once(stream, 'close')));
  // Not 'close': it never comes once the parent has disconnected.
  const exit = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => void ended.then(() => resolve(code ?? signal ?? 'unknown'))),
  );
  return { child, stdout: () => stdout, stderr: () => stderr, exit };
}

/** The health port that the agent tells its supervisor. */
export function healthPort({ child }: AgentProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', () => reject(new Error('The agent ended before it listened')));
  });
}
