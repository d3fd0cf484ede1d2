import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CHILD_PROGRAM } from './script-child.js';

export interface ProcessLimits {
  /** Milliseconds from the start of the process to its end. */
  timeMs: number;
  /** Megabytes of JavaScript objects. */
  heapMegabytes: number;
  /** Megabytes of the process in all; watched where there is a /proc. */
  memoryMegabytes: number;
  /** Bytes that it may send: lines and result. */
  outputBytes: number;
}

export interface ProcessEnd {
  /** What the process has sent, as far as it was whole. */
  lines: string[];
  /** Why it ended, when not by itself. */
  problem: string | null;
}

/** How often the memory of a process is looked at, in milliseconds. */
const WATCH_MS = 50;
/** Seconds of processor time after which the kernel ends a process that nobody else has ended: its agent was killed. */
const PROCESSOR_SECONDS = 60;
const MEGABYTE = 1_024 * 1_024;

/** No core dumps, no files, no processor for ever: what the kernel enforces whatever becomes of the agent. */
const SHELL = `ulimit -c 0; ulimit -f 0; ulimit -t ${PROCESSOR_SECONDS}; exec "$0" "$@"`;

/**
 * Nothing but what the process is sent itself is allowed: no files, processes, threads or native code. Networks are: tokens
 * are fetched. Releases of Node call the model differently, and newer ones would deny networks with it.
 */
function permissions(): string[] {
  const knows = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag);
  const model = knows('--permission') ? '--permission' : '--experimental-permission';
  return knows('--allow-net') ? [model, '--allow-net'] : [model];
}

/**
 * Gives a process of its own `order` and collects what it sends. It gets nothing of the agent: an empty environment, no file
 * descriptors but its own three pipes, and `user` as its user and group where that is not null. It is gone when this
 * resolves, killed when it reaches a limit. Rejects with `signal.reason` when that aborts, and when no process can be started.
 */
export function runScriptProcess(
  order: string,
  limits: ProcessLimits,
  user: number | null,
  signal: AbortSignal,
): Promise<ProcessEnd> {
  return attend(start(limits, user), order, limits, signal);
}

function start({ heapMegabytes }: ProcessLimits, user: number | null): ChildProcess {
  const node = [
    ...permissions(),
    '--no-warnings',
    '--experimental-vm-modules',
    `--max-old-space-size=${heapMegabytes}`,
    '--input-type=module',
    '-e',
    CHILD_PROGRAM,
  ];
  const options: SpawnOptions = {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    ...(user !== null && { uid: user, gid: user }),
  };
  if (process.platform === 'win32') return spawn(process.execPath, node, { ...options, cwd: undefined });
  // A session of its own: no signal of its group is one for the agent.
  return spawn('/bin/sh', ['-c', SHELL, process.execPath, ...node], { ...options, detached: true });
}

function attend(child: ChildProcess, order: string, limits: ProcessLimits, signal: AbortSignal) {
  return new Promise<ProcessEnd>((resolve, reject) => {
    const received: Buffer[] = [];
    let bytes = 0;
    let problem: string | null = null;
    const kill = (why: string) => {
      problem ??= why;
      child.kill('SIGKILL');
    };
    const abort = () => kill('the run was given up');
    const limit = setTimeout(() => kill(`they reached their limit of ${limits.timeMs} ms`), limits.timeMs);
    const watch = setInterval(() => void tooLarge(child.pid, limits).then((why) => why && kill(why)), WATCH_MS);
    const done = () => {
      clearTimeout(limit);
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (code, by) => {
      done();
      if (signal.aborted) return reject(signal.reason as Error);
      const lines = Buffer.concat(received).toString().split('\n').slice(0, -1);
      resolve({ lines, problem: problem ?? (code === 0 ? null : exitProblem(code, by, limits)) });
    });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    // Without a free file descriptor there are no pipes: then the error above comes with the next tick.
    const { stdio }: Partial<ChildProcess> = child;
    (stdio?.[3] as Readable | undefined)?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.outputBytes) kill(`they made more than ${limits.outputBytes} bytes`);
      else received.push(chunk);
    });
    // A process that ends early does not read its order.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(order);
  });
}

/** V8 ends a process whose heap is full with SIGABRT, or by an illegal instruction. */
function exitProblem(code: number | null, signal: NodeJS.Signals | null, { heapMegabytes }: ProcessLimits): string {
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL')
    return `they used more than ${heapMegabytes} MB of memory, or aborted their process`;
  return `their process ended before they did (${signal === null ? `exit code ${code}` : signal})`;
}

async function tooLarge(pid: number | undefined, { memoryMegabytes }: ProcessLimits): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  return kilobytes * 1_024 > memoryMegabytes * MEGABYTE ? `they used more than ${memoryMegabytes} MB of memory` : null;
}
