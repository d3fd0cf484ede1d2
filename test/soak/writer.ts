import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;
const PATIENCE_MS = 15_000;

/** Writes and reads without a pause worth mentioning, and remembers every write that was acknowledged. */
export class Writer {
  readonly acknowledged: string[] = [];
  /** HTTP status, or what went wrong on the network -> how often. */
  readonly outcomes: Record<string, number> = {};
  /** The longest that an answer took, in milliseconds. */
  slowest = 0;
  private stopped = false;
  private running: Promise<void>[] = [];

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  start(loops: number): void {
    this.running = Array.from({ length: loops }, (_, loop) => this.loop(loop));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async loop(loop: number): Promise<void> {
    for (let number = 1; !this.stopped; number += 1) {
      const key = `W_${loop}_${number}`;
      const status = await this.call('POST', '/v1/variables', { key, value: 'x' });
      if (status === 201) this.acknowledged.push(key);
      await this.call('GET', `/v1/variables/${key}`);
      await delay(PAUSE_MS);
    }
  }

  private async call(method: string, path: string, body?: object): Promise<number> {
    const startedAt = performance.now();
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: { authorization: `Bearer ${this.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.arrayBuffer();
      this.count(String(response.status));
      return response.status;
    } catch (error) {
      this.count(error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'broken off');
      return 0;
    } finally {
      this.slowest = Math.max(this.slowest, performance.now() - startedAt);
    }
  }

  private count(outcome: string): void {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
  }
}
