import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Response } from 'express';
import { TooManyRequests } from './failure-limit.js';

/** A limit of a route's own: `requests` per `seconds`, counted per key under `name`. */
export interface RateLimit {
  name: string;
  requests: number;
  seconds: number;
}

/** For routes with a limit elsewhere: probes of orchestrators, the agent gateway. */
export const UNLIMITED: RateLimit = { name: 'none', requests: Number.POSITIVE_INFINITY, seconds: 1 };

/** Counts a request of `who` and tells the caller what is left (decision 11). Throws 429 when there was nothing left. */
export async function spend(
  storage: ThrottlerStorage,
  response: Response,
  who: string,
  { name, requests, seconds }: RateLimit,
): Promise<void> {
  const { totalHits, timeToExpire } = await storage.increment(`${name}:${who}`, seconds * 1_000, requests, 0, name);
  const left = Math.max(0, requests - totalHits);
  response.setHeader('RateLimit-Policy', `"${name}";q=${requests};w=${seconds}`);
  response.setHeader('RateLimit', `"${name}";r=${left};t=${timeToExpire}`);
  if (totalHits <= requests) return;
  throw new TooManyRequests(timeToExpire, `The limit is ${requests} requests per ${seconds} s.`);
}
