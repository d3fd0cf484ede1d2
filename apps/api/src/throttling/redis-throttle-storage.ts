import type { ApiConfig } from '#config';
import { LocalThrottleStorage } from '#http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Background } from '../background.js';
import { API_CONFIG } from '../config.module.js';
import { RedisCounter } from './redis-counter.js';

type Hit = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * One budget for all replicas, in Redis (REDIS_URL). While Redis does not answer each process counts its own: a limit that
 * is too generous for a while harms less than refusing everybody.
 */
@Injectable()
export class RedisThrottleStorage implements ThrottlerStorage, OnApplicationShutdown {
  private readonly counter: RedisCounter | null;

  constructor(
    @Inject(API_CONFIG) { redisUrl }: ApiConfig,
    background: Background,
    private readonly local: LocalThrottleStorage,
  ) {
    // Commands of the command line count nothing.
    this.counter = redisUrl === null || !background.enabled ? null : new RedisCounter(redisUrl);
  }

  async increment(key: string, ttl: number, limit: number): Promise<Hit> {
    const hit = await this.counter?.hit(key, ttl);
    if (!hit) return this.local.increment(key, ttl, limit);
    const timeToExpire = Math.ceil(hit.resetMs / 1_000);
    return { totalHits: hit.count, timeToExpire, isBlocked: hit.count > limit, timeToBlockExpire: 0 };
  }

  onApplicationShutdown(): void {
    this.counter?.close();
  }
}
