import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded-postgres';
import { Client } from 'pg';

/** A server of its own, with everything forced to the disk as in production, and what can happen to one. */
export class Postgres {
  private constructor(
    private readonly directory: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(directory: string): Promise<Postgres> {
    return new Postgres(directory, await startEmbeddedPostgres({ directory }));
  }

  get url(): string {
    return this.server.url;
  }

  get encryptionKey(): string {
    return this.server.secrets.encryptionKey;
  }

  /** kill -9 of all its processes at once, and a start. */
  crash(): Promise<void> {
    signal(this.processes(), 'SIGKILL');
    return this.restart();
  }

  /** Stopped in order, and started after `awayMs`. */
  restart(awayMs = 0): Promise<void> {
    return this.without(() => delay(awayMs));
  }

  /** Stopped while `work` lasts. */
  async without(work: () => Promise<void>): Promise<void> {
    await this.server.stop();
    try {
      await work();
    } finally {
      this.server = await this.again();
    }
  }

  /** Stands still without closing a connection. */
  async freeze(ms: number): Promise<void> {
    const pids = this.processes();
    signal(pids, 'SIGSTOP');
    try {
      await delay(ms);
    } finally {
      signal(pids, 'SIGCONT');
    }
  }

  /** Every connection that the server would still give out is taken. */
  async exhaust(ms: number): Promise<void> {
    const taken: Client[] = [];
    for (const end = Date.now() + ms; Date.now() < end;) {
      const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        taken.push(client);
      } catch {
        await delay(100);
      }
    }
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  }

  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  /** What is left of a killed server may need a while to go. */
  private async again(): Promise<EmbeddedPostgres> {
    for (const end = Date.now() + 60_000; ; await delay(200)) {
      try {
        return await startEmbeddedPostgres({ directory: this.directory });
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  private processes(): number[] {
    const { pid } = this.server;
    const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
    return [pid, ...all.filter(([, parent]) => parent === pid).map(([child]) => child!)];
  }
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}
