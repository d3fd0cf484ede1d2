import { notFound } from '#domain';
import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Response } from 'express';
import { FailureLimit } from './failure-limit.js';
import { HttpSettings } from './http-settings.js';
import { spend, type RateLimit } from './rate-limit.js';

/** For public routes whose path holds a secret: a trigger's token, say. */
@Injectable()
export class SecretAddresses {
  constructor(
    private readonly failures: FailureLimit,
    private readonly settings: HttpSettings,
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
  ) {}

  /** What the secret opens. Wrong ones are the same 404 and limited per address as wrong keys are: guessing costs the caller. */
  async verified<T>(address: string, find: () => Promise<T | undefined>): Promise<T> {
    const attempt = this.failures.attempt(address);
    const found = await find().catch((error: unknown) => {
      attempt.settled();
      throw error;
    });
    if (found === undefined) {
      attempt.failed();
      throw notFound();
    }
    attempt.settled();
    return found;
  }

  /** A limit of what was found, whoever calls. Throws 429. */
  async spend(response: Response, thing: string, limit: RateLimit): Promise<void> {
    if (this.settings.rateLimit !== 'off') await spend(this.storage, response, thing, limit);
  }
}
