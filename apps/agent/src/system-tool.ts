import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Where tools of the system are. What a search path of the environment names is nobody's promise. */
const FOLDERS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/bin', '/sbin'];
/** Bytes of either output that are kept. */
const OUTPUT_LIMIT = 256 * 1024;

export interface ToolResult {
  /** Null when a signal ended it. */
  exitCode: number | null;
  stdout: Buffer;
  stderr: string;
}

/** The path of a tool of the system; null when there is none. */
export function findTool(name: string, folders = FOLDERS): string | null {
  const isExecutable = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/** A tool at work. */
export interface RunningTool {
  /** Rejects when the tool could not be started, and with the signal's reason. */
  ended: Promise<ToolResult>;
  /** Resolves once it has said such a thing on its standard error, or has ended. Never rejects. */
  said(words: RegExp): Promise<void>;
  /** Asks it to end (SIGINT), which leaves it time to write out what it has. */
  stop(): void;
}

/**
 * Starts a tool: never through a shell, with nothing of the agent's environment, and in a group of its own that is killed when
 * the signal aborts.
 */
export function startTool(path: string, args: readonly string[], signal: AbortSignal): RunningTool {
  if (signal.aborted) return neverStarted(signal.reason);
  let child;
  try {
    child = spawnTool(path, args);
  } catch (error) {
    // Some errors are thrown, EPERM among them: a tool with more rights than this process may have.
    return neverStarted(error);
  }
  return observed(child, signal);
}

const spawnTool = (path: string, args: readonly string[]) =>
  spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { LC_ALL: 'C', PATH: FOLDERS.join(':') },
    detached: true,
  });

function neverStarted(reason: unknown): RunningTool {
  const ended = Promise.reject(reason);
  ended.catch(() => undefined);
  return { ended, said: async () => undefined, stop: () => undefined };
}

function observed(child: ReturnType<typeof spawnTool>, signal: AbortSignal): RunningTool {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const outputs: Partial<Pick<typeof child, 'stdout' | 'stderr'>> = child;
  // Without a free file descriptor there are none: then the error below comes with the next tick.
  outputs.stdout?.on('data', (chunk: Buffer) => stdout.add(chunk));
  outputs.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
  const ended = new Promise<ToolResult>((resolve, reject) => {
    const abort = () => {
      signalGroup(child.pid, 'SIGKILL');
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const done = () => signal.removeEventListener('abort', abort);
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (exitCode) => {
      done();
      resolve({ exitCode, stdout: stdout.bytes(), stderr: stderr.bytes().toString() });
    });
  });
  ended.catch(() => undefined);
  const said = (words: RegExp) =>
    new Promise<void>((resolve) => {
      const look = () => words.test(stderr.bytes().toString()) && resolve();
      outputs.stderr?.on('data', look);
      look();
      ended.finally(resolve).catch(() => undefined);
    });
  return { ended, said, stop: () => signalGroup(child.pid, 'SIGINT') };
}

/** Runs a tool to its end, see `startTool`. */
export const runTool = (path: string, args: readonly string[], signal: AbortSignal): Promise<ToolResult> =>
  startTool(path, args, signal).ended;

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

class Kept {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  add(chunk: Buffer): void {
    const wanted = chunk.subarray(0, OUTPUT_LIMIT - this.length);
    if (wanted.length > 0) this.chunks.push(wanted);
    this.length += wanted.length;
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}
