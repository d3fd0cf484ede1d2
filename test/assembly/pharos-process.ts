import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './built.js';

export interface Ports {
  readonly api: number;
  readonly health: number;
}

/** Two ports that are free now. */
export async function freePorts(): Promise<Ports> {
  const servers = [createServer(), createServer()];
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, resolve));
  const [api, health] = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return { api: api!, health: health! };
}

/** The settings of the machine that runs the tests must not reach what they start. */
export function cleanEnv(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return { PATH, ...(TMPDIR && { TMPDIR }), LOG_LEVEL: 'WARN', ...more };
}

/** `npm start` without npm and its build: `node dist/src/main.js` in a folder of its own. */
export class PharosProcess {
  out = '';
  err = '';
  readonly child: ChildProcess;
  readonly exit: Promise<number | string>;

  constructor(
    readonly folder: string,
    readonly ports: Ports,
    env: Record<string, string> = {},
    user?: { uid: number; gid: number },
  ) {
    this.child = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], {
      cwd: folder,
      env: cleanEnv({ PORT: `${ports.api}`, AGENT_HEALTH_PORT: `${ports.health}`, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    this.child.stdout!.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
    this.exit = new Promise((resolve) => this.child.once('exit', (code, signal) => resolve(code ?? signal!)));
  }

  /** Waits for the welcome and returns the request of its curl; throws with everything printed when the process ends first. */
  async welcome(): Promise<{ url: string; authorization: string }> {
    const ended = () => this.child.exitCode !== null || this.child.signalCode !== null;
    for (const end = Date.now() + 60_000; Date.now() < end && !ended(); await delay(20)) {
      const [, header, url] = /curl -s -H "Authorization: ([^"]+)" "([^"]+)"/.exec(this.out) ?? [];
      if (header && url) return { url, authorization: header };
    }
    throw new Error(`No welcome.\n${this.out}\n${this.err}`);
  }

  /** The process of its agent. Throws when there is none: a signal to 0 would reach the tests themselves. */
  agent(): number {
    const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const agent = lines
      .map((line) => line.trim().split(/\s+/))
      .find(([, parent, ...args]) => parent === `${this.child.pid}` && args.join(' ').includes('src/agent.js'));
    if (!agent) throw new Error('There is no agent');
    return Number(agent[0]);
  }

  /** The server of its database; NaN while its file is being written. */
  database(): number {
    return Number.parseInt(readFileSync(join(this.folder, '.pharos/postgres/data/postmaster.pid'), 'utf8'), 10);
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
    this.child.kill(signal);
    return this.exit;
  }
}

/** Whether the process still runs; one that only waits to be reaped does not. */
export function runs(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
    return state !== '' && !state.startsWith('Z');
  } catch {
    return false;
  }
}

/** Waits until none of them runs; the rest, if any, after 20 s. */
export async function gone(pids: number[]): Promise<number[]> {
  for (const end = Date.now() + 20_000; pids.some(runs) && Date.now() < end;) await delay(50);
  return pids.filter(runs);
}
