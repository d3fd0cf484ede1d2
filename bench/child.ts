import { fork, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { CpuProfile } from './profile-summary.js';

/** Milliseconds after which a call that was not answered is an error: nothing here may hang. */
const PATIENCE_MS = 180_000;

interface Answer {
  id: number;
  value?: unknown;
  error?: string;
}

/** A process of a benchmark: servers, load and targets never share an event loop. */
export class Child {
  private calls = 0;

  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts `bench/<name>.js`. Its standard output, the request log say, goes to a file, as a service's would. */
  static start(name: string, folder: string, env: Record<string, string> = {}): Child {
    const log = openSync(join(folder, `${name.replaceAll('/', '-')}.log`), 'a');
    const child = fork(new URL(`./${name}.js`, import.meta.url), [], {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    child.setMaxListeners(50);
    return new Child(name, child);
  }

  /** Calls a handler of the child (see `serve`). Rejects when the child ends or does not answer in time. */
  ask<T>(call: string, args?: unknown): Promise<T> {
    const id = (this.calls += 1);
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        this.child.off('message', heard).off('exit', gone);
        end();
      };
      const heard = (answer: Answer) => {
        if (answer.id !== id) return;
        settle(() => (answer.error === undefined ? resolve(answer.value as T) : reject(new Error(answer.error))));
      };
      const gone = (code: number | null, by: string | null) =>
        settle(() => reject(new Error(`The process ${this.name} ended (${code ?? by}) during ${call}`)));
      const timer = setTimeout(() => settle(() => reject(new Error(`${call} took too long`))), PATIENCE_MS);
      this.child.on('message', heard).on('exit', gone);
      this.child.send({ id, call, args });
    });
  }

  /** Milliseconds of CPU that the child has used so far, all threads. */
  cpuMs(): Promise<number> {
    return this.ask<number>('cpuMs');
  }

  /** Resident memory in bytes. */
  rss(): Promise<number> {
    return this.ask<number>('rss');
  }

  startProfile(): Promise<void> {
    return this.ask<void>('startProfile');
  }

  stopProfile(): Promise<CpuProfile> {
    return this.ask<CpuProfile>('stopProfile');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(timer);
  }
}
