import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { isIPv6 } from 'node:net';
import { HttpSettings } from './http-settings.js';
import { RetryLater } from './retry-later.js';
import { WindowCounter } from './window-counter.js';

const WINDOW_MS = 60_000;

/** What became of a key that was looked up. */
export interface Attempt {
  failed(): void;
  /** The key is good, or nobody could tell. */
  settled(): void;
}

/** Limits failed authentications per address, so that guessing keys costs the caller and not the database. */
@Injectable()
export class FailureLimit {
  private readonly counter = new WindowCounter(WINDOW_MS);
  /** Look-ups in progress: any of them may fail, so together with the failures they stay within the limit. */
  private readonly pending = new Map<string, number>();

  constructor(private readonly settings: HttpSettings) {}

  /** Throws 429 when the address has used up its failures of the last minute, 503 when it may have in a moment. */
  attempt(address: string): Attempt {
    const network = networkOf(address);
    const { rateLimit } = this.settings;
    const pending = this.pending.get(network) ?? 0;
    if (rateLimit !== 'off') {
      const { count, resetMs } = this.counter.peek(network);
      if (count >= rateLimit)
        throw new TooManyRequests(Math.ceil(resetMs / 1_000), 'Too many failed authentications from this address.');
      if (count + pending >= rateLimit)
        throw new ServiceUnavailableException(
          'Too many keys of your address are being verified. Try again in a moment.',
        );
    }
    this.pending.set(network, pending + 1);
    return {
      failed: () => {
        this.settle(network);
        this.count(address);
      },
      settled: () => this.settle(network),
    };
  }

  count(address: string): void {
    this.counter.hit(networkOf(address));
  }

  private settle(network: string): void {
    const left = (this.pending.get(network) ?? 1) - 1;
    if (left > 0) this.pending.set(network, left);
    else this.pending.delete(network);
  }
}

/** What limits count an address as: whoever has one IPv6 address has the 2^64 beside it too. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = ''] = address.split('::');
  return [...head.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':');
}

/** 429 with the seconds until the next attempt makes sense. */
export class TooManyRequests extends RetryLater {
  constructor(retryAfterSeconds: number, why: string) {
    super(429, `${why} Try again in ${retryAfterSeconds} s.`, retryAfterSeconds);
  }
}
