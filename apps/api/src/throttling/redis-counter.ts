import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

const PREFIX = 'pharos:throttle:';
/**
 * What a request waits for Redis at most, in milliseconds; the next ones do not wait at all until it answers again. Long
 * enough that a process short of CPU does not take its own delay for one of Redis.
 */
const COMMAND_MS = 500;
const CONNECT_MS = 2_000;
/** How often an unavailable Redis is asked whether it is back, in milliseconds. */
const PROBE_MS = 500;

/** A fixed window like the local counter's, in one atomic step: the first hit starts it, Redis forgets it when it ends. */
const HIT = `
  local count = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { count, left }`;

interface Counting {
  hitWindow(key: string, windowMs: number): Promise<[count: number, leftMs: number]>;
}

/** Counts in Redis, as long as it answers quickly. */
export class RedisCounter {
  private readonly logger = new Logger('Throttling');
  private readonly redis: Redis & Counting;
  private available = false;
  private told = false;
  private readonly probe: NodeJS.Timeout;

  constructor(url: string) {
    const redis = new Redis(url, {
      lazyConnect: true,
      keyPrefix: PREFIX,
      connectTimeout: CONNECT_MS,
      commandTimeout: COMMAND_MS,
      // Nothing may pile up while Redis is away, and nothing be counted a second time when it is back.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (tries) => Math.min(tries * 100, PROBE_MS),
      scripts: { hitWindow: { lua: HIT, numberOfKeys: 1 } },
    });
    this.redis = redis as Redis & Counting;
    redis.on('error', (error: Error) => this.lost(error));
    redis.on('close', () => this.lost(new Error('the connection ended')));
    redis.on('ready', () => void this.look());
    void redis.connect().catch(() => undefined);
    this.probe = setInterval(() => void this.look(), PROBE_MS).unref();
  }

  /** Null when Redis does not answer: count elsewhere. */
  async hit(key: string, windowMs: number): Promise<{ count: number; resetMs: number } | null> {
    if (!this.available) return null;
    try {
      const [count, resetMs] = await this.redis.hitWindow(key, windowMs);
      return { count, resetMs };
    } catch (error) {
      this.lost(error);
      return null;
    }
  }

  close(): void {
    clearInterval(this.probe);
    this.redis.removeAllListeners('close');
    this.redis.disconnect();
  }

  private lost(error: unknown): void {
    this.available = false;
    if (!this.told) this.logger.warn({ err: error }, 'Redis does not answer: each process counts requests for itself');
    this.told = true;
  }

  private async look(): Promise<void> {
    if (this.available || this.redis.status !== 'ready') return;
    try {
      await this.redis.ping();
    } catch {
      return;
    }
    this.available = true;
    if (this.told) this.logger.log('Redis answers again: one budget for all processes');
    this.told = false;
  }
}
