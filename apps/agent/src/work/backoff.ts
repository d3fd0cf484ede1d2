import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Growing pauses between tries: doubling from `first` to `longest` milliseconds, each shortened by up to half at random,
 * so that the agents of a location do not all come back in the same moment.
 */
export class Backoff {
  private tries = 0;

  constructor(
    private readonly first = 200,
    private readonly longest = 5_000,
  ) {}

  /** The next pause begins at `first` again. */
  reset(): void {
    this.tries = 0;
  }

  /** Waits; ends early, without an error, when the signal aborts. */
  async pause(signal: AbortSignal, atLeast = this.first): Promise<void> {
    const longest = Math.max(this.longest, atLeast * 2);
    const ceiling = Math.min(longest, Math.max(atLeast, this.first) * 2 ** this.tries);
    this.tries = Math.min(this.tries + 1, 10);
    await sleep(ceiling * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}
