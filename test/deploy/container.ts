import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanEnv } from '../assembly/pharos-process.js';
import { imageOf } from './dockerfile.js';
import { NOBODY } from './image-folder.js';

export interface Ended {
  code: number | string;
  out: string;
}

/** The image's process, started as a container engine would, but in a folder instead of a file system of its own. */
export class Container {
  private readonly image;
  private readonly env: NodeJS.ProcessEnv;
  private readonly child: ChildProcess;
  readonly end: Promise<Ended>;

  constructor(
    target: string,
    private readonly root: string,
    env: Record<string, string>,
  ) {
    this.image = imageOf(target);
    const own = Object.entries(this.image.env).map(([name, value]) => [
      name,
      value.startsWith('/') ? join(root, value) : value,
    ]);
    this.env = cleanEnv({ ...Object.fromEntries(own), ...env });
    this.child = this.spawn(this.image.command);
    this.end = ended(this.child);
  }

  /** Runs HEALTHCHECK once, as the engine does. */
  check(): Promise<Ended> {
    return ended(this.spawn(this.image.healthcheck));
  }

  /** Asks until HEALTHCHECK ends with this code, and returns what it said last; throws when the process ends before, or after a minute. */
  async until(code: number): Promise<string> {
    for (const limit = Date.now() + 60_000; Date.now() < limit; await delay(50)) {
      const check = await this.check();
      if (check.code === code) return check.out;
      if (this.child.exitCode !== null || this.child.signalCode !== null) break;
    }
    this.child.kill('SIGKILL');
    throw new Error(`HEALTHCHECK did not end with ${code}:\n${(await this.end).out}`);
  }

  /** `docker stop`. */
  stop(): Promise<Ended> {
    this.child.kill(this.image.stopSignal as NodeJS.Signals);
    return this.end;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private spawn([, ...words]: readonly string[]): ChildProcess {
    const path = (word: string) => (word.startsWith('/') ? join(this.root, word) : word);
    return spawn(process.execPath, words.map(path), {
      cwd: join(this.root, this.image.folder),
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...NOBODY,
    });
  }
}

function ended(child: ChildProcess): Promise<Ended> {
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (data: Buffer) => (out += data.toString()));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code: code ?? signal!, out })));
}
