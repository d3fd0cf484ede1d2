import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';

/** A Redis of the test's own, which it may hurt. */
export class TestRedis {
  private constructor(
    private readonly port: number,
    private child: ChildProcess,
  ) {}

  /** Whether `redis-server` is on PATH: tests that need it are skipped otherwise. */
  static readonly isThere = spawnSync('redis-server', ['--version']).status === 0;

  static async start(): Promise<TestRedis> {
    const port = await freePort();
    const redis = new TestRedis(port, launch(port));
    await redis.answers();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  async restart(): Promise<void> {
    await this.stop();
    this.child = launch(this.port);
    await this.answers();
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exit;
  }

  private async answers(): Promise<void> {
    const redis = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: 200 });
    redis.on('error', () => undefined);
    await redis.ping();
    redis.disconnect();
  }
}

function launch(port: number): ChildProcess {
  return spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
