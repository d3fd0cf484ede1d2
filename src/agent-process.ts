import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StartProblem } from './start-problem.js';
import type { Part } from './stack.js';

export interface AgentProcessOptions {
  readonly locationKey: string;
  /** Where the agent reaches the API. */
  readonly apiUrl: string;
  readonly healthPort: number;
  /** How long its drain may take. */
  readonly graceSeconds: number;
  readonly log: (line: string) => void;
}

const ENTRY = fileURLToPath(new URL('./agent.js', import.meta.url));
const START_PATIENCE = 30_000;
/** The pauses before a restart, in ms; each is twice the one before. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** A run of this many ms counts as healthy: the next pause is short again. */
const HEALTHY = 60_000;

/**
 * The agent of `npm start` as a process of its own, started again when it ends by itself. It is in no terminal's foreground
 * group, so that Ctrl-C reaches it only as our SIGTERM; when this process dies, the closing ipc channel tells it to drain.
 */
export class AgentProcess implements Part {
  private child: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pause = FIRST_PAUSE;
  private stopping = false;

  constructor(private readonly options: AgentProcessOptions) {}

  /** Resolves with the port of its health server when that listens; throws `StartProblem` when the agent ends before. */
  async start(): Promise<number> {
    const child = this.spawn();
    const outcome = await new Promise<number | string>((resolve) => {
      child.once('message', (message) => resolve(portOf(message) ?? this.options.healthPort));
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
      child.once('error', (error) => resolve(error.message));
      setTimeout(() => resolve(`not ready after ${START_PATIENCE / 1000} s`), START_PATIENCE).unref();
    });
    if (typeof outcome === 'string') {
      child.kill('SIGKILL');
      throw new StartProblem(`The agent could not start (${outcome})`);
    }
    this.supervise(child, performance.now());
    return outcome;
  }

  /** Lets the agent drain, and ends it by force when it has not after its grace period and 5 s. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const force = setTimeout(() => child.kill('SIGKILL'), (this.options.graceSeconds + 5) * 1000);
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
    clearTimeout(force);
  }

  abandon(): void {
    this.stopping = true;
    this.child?.kill('SIGKILL');
  }

  private spawn(): ChildProcess {
    const { locationKey, apiUrl, healthPort, graceSeconds } = this.options;
    this.child = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      env: {
        ...withoutSecrets(process.env),
        API_KEY: locationKey,
        PHAROS_API_URL: apiUrl,
        AGENT_HEALTH_PORT: `${healthPort}`,
        PHAROS_GRACE_SECONDS: `${graceSeconds}`,
      },
    });
    return this.child;
  }

  private supervise(child: ChildProcess, startedAt: number): void {
    child.once('error', (error) => this.options.log(`the agent: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (this.stopping) return;
      const wasHealthy = performance.now() - startedAt > HEALTHY;
      this.pause = wasHealthy ? FIRST_PAUSE : Math.min(this.pause * 2, LONGEST_PAUSE);
      this.options.log(`the agent ended (${signal ?? `code ${code}`}): starting it again in ${this.pause / 1000} s`);
      this.timer = setTimeout(() => this.supervise(this.spawn(), performance.now()), this.pause);
    });
  }
}

/** The agent says once where its health server listens. */
function portOf(message: unknown): number | undefined {
  const port = typeof message === 'object' && message !== null && 'port' in message ? message.port : undefined;
  return typeof port === 'number' ? port : undefined;
}

const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'PHAROS_ENCRYPTION_KEY', 'PHAROS_BOOTSTRAP_API_KEY'];

/** The agent runs other people's requests: it gets nothing that opens the database or the API. */
function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)));
}
