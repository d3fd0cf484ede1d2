import { Injectable } from '@nestjs/common';
import { HttpSettings } from './http-settings.js';
import { RetryLater } from './retry-later.js';
import { WindowCounter } from './window-counter.js';

const WINDOW_MS = 60_000;

/** Limits failed authentications per address, so that guessing keys costs the caller and not the database. */
@Injectable()
export class FailureLimit {
  private readonly counter = new WindowCounter();

  constructor(private readonly settings: HttpSettings) {}

  /** Throws 429 when the address has used up its failures of the last minute. */
  admit(address: string): void {
    if (this.settings.rateLimit === 'off') return;
    const { count, resetMs } = this.counter.peek(address);
    if (count < this.settings.rateLimit) return;
    throw new TooManyRequests(Math.ceil(resetMs / 1_000), 'Too many failed authentications from this address.');
  }

  count(address: string): void {
    this.counter.hit(address, WINDOW_MS);
  }
}

/** 429 with the seconds until the next attempt makes sense. */
export class TooManyRequests extends RetryLater {
  constructor(retryAfterSeconds: number, why: string) {
    super(429, `${why} Try again in ${retryAfterSeconds} s.`, retryAfterSeconds);
  }
}
