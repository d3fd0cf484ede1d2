import type { Notifications } from './notifications.js';

/**
 * Those who wait for something that is announced on a channel, by key. They wake up when their key is announced (the
 * payload lists keys, one a line; empty means all), and look again by themselves after `lookAgainMs` in any case.
 */
export class Waiters {
  private readonly waiting = new Map<string, Set<() => void>>();
  private ended = false;

  constructor(
    notifications: Notifications,
    channel: string,
    private readonly lookAgainMs: number,
  ) {
    notifications.listen({ channel, heard: (keys) => this.wake(keys), missed: () => this.wake('') });
  }

  /** From `close` on nobody waits any more. */
  get closed(): boolean {
    return this.ended;
  }

  /** Ends all waits: the process is stopping. */
  close(): void {
    this.ended = true;
    this.wake('');
  }

  /** Resolves when it is worth looking again: announced, waited long enough, or `signal` aborted. */
  async wait(key: string, remainingMs: number, signal: AbortSignal): Promise<void> {
    if (this.ended || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const here = this.waiting.get(key) ?? new Set();
      this.waiting.set(key, here);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        here.delete(done);
        if (here.size === 0 && this.waiting.get(key) === here) this.waiting.delete(key);
        resolve();
      };
      const timer = setTimeout(done, Math.min(remainingMs, this.lookAgainMs));
      signal.addEventListener('abort', done);
      here.add(done);
    });
  }

  private wake(keys: string): void {
    const awake = keys === '' ? [...this.waiting.keys()] : keys.split('\n');
    for (const key of awake) for (const done of this.waiting.get(key) ?? []) done();
  }
}
