import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { WindowCounter } from './window-counter.js';

type Hit = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts in this process. The stock storage keeps a list per key and walks it on each hit; this is O(1). */
@Injectable()
export class LocalThrottleStorage implements ThrottlerStorage {
  private readonly counter = new WindowCounter();

  async increment(key: string, ttl: number, limit: number): Promise<Hit> {
    const { count, resetMs } = this.counter.hit(key, ttl);
    const timeToExpire = Math.ceil(resetMs / 1_000);
    return { totalHits: count, timeToExpire, isBlocked: count > limit, timeToBlockExpire: 0 };
  }
}
