import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChildOptions {
  name: string;
  /** What node runs. */
  main: string;
  folder: string;
  /** Where it answers 200 when it is ready. */
  readiness: string;
  env: Record<string, string>;
}

const READY_MS = 90_000;

/** One of the service's processes: started, killed and started again, with what was noticed of it meanwhile. */
export class Child {
  readonly name: string;
  /** The largest resident memory seen, in bytes. */
  peak = 0;
  starts = 0;
  /** Ends that nobody asked for after it had been ready. */
  readonly lost: string[] = [];
  /** A fault has it in its hands. */
  busy = false;
  private process: ChildProcess | null = null;
  private readonly logFile: string;

  constructor(private readonly options: ChildOptions) {
    this.name = options.name;
    this.logFile = `${options.folder}/${options.name}.log`;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Resolves when it is ready. One that ends before (the database is away, say) is started again, as orchestrators do. */
  async start(): Promise<void> {
    for (const end = Date.now() + READY_MS; Date.now() < end; await delay(500)) {
      const process = this.launch();
      if (await this.becomesReady(process, end)) {
        process.once('exit', (code, signal) => {
          if (this.process === process) this.lost.push(`${this.name} ended by itself (${signal ?? `code ${code}`})`);
        });
        return;
      }
    }
    throw new Error(`${this.name} was not ready within ${READY_MS / 1_000} s: see ${this.logFile}`);
  }

  /** Answers the exit code, or the signal that ended it. */
  async stop(signal: NodeJS.Signals): Promise<number | string> {
    const { process } = this;
    this.process = null;
    if (!process || process.exitCode !== null || process.signalCode !== null) return 0;
    const exit = new Promise<number | string>((resolve) => process.once('exit', (code, by) => resolve(code ?? by!)));
    process.kill(signal);
    return exit;
  }

  /** For one that is expected to end: starts it and answers its exit code. */
  async runToEnd(): Promise<number | string> {
    const process = this.launch();
    return new Promise((resolve) => process.once('exit', (code, signal) => resolve(code ?? signal!)));
  }

  sample(): number {
    const bytes = this.pid === undefined ? 0 : residentBytes(this.pid);
    this.peak = Math.max(this.peak, bytes);
    return bytes;
  }

  log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  private launch(): ChildProcess {
    const { main, folder, env } = this.options;
    const log = openSync(this.logFile, 'a');
    this.process = spawn(process.execPath, ['--enable-source-maps', main], {
      cwd: folder,
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'WARN', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.starts += 1;
    return this.process;
  }

  private async becomesReady(process: ChildProcess, end: number): Promise<boolean> {
    for (; Date.now() < end; await delay(25)) {
      if (process.exitCode !== null || process.signalCode !== null) return false;
      if (await answersOk(this.options.readiness)) return true;
    }
    process.kill('SIGKILL');
    return false;
  }
}

export async function answersOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

function residentBytes(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) * 1_024;
  } catch {
    return 0;
  }
}
