import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { WindowCounter } from './window-counter.js';

type Hit = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts in this process. The stock storage keeps a list per key and walks it on each hit; this is O(1). */
@Injectable()
export class LocalThrottleStorage implements ThrottlerStorage {
  /** By the length of their windows: a counter forgets in the order in which windows began. */
  private readonly counters = new Map<number, WindowCounter>();

  async increment(key: string, ttl: number, limit: number): Promise<Hit> {
    const { count, resetMs } = this.counterOf(ttl).hit(key);
    const timeToExpire = Math.ceil(resetMs / 1_000);
    return { totalHits: count, timeToExpire, isBlocked: count > limit, timeToBlockExpire: 0 };
  }

  /** Windows that are kept. */
  get size(): number {
    return [...this.counters.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private counterOf(windowMs: number): WindowCounter {
    let counter = this.counters.get(windowMs);
    if (!counter) this.counters.set(windowMs, (counter = new WindowCounter(windowMs)));
    return counter;
  }
}
