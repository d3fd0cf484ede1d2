import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { ThrottlerGuard } from '@nestjs/throttler';
import { ENDPOINT, type EndpointOptions } from './endpoint.js';
import type { PharosRequest } from './principal.js';
import { networkOf } from './failure-limit.js';
import { spend, type RateLimit } from './rate-limit.js';

/** Spec 8: 600 requests per 60 s and key, and the limits of single routes; public routes count per address (IPv6: per /64). Decision 11. */
@Injectable()
export class ThrottleGuard extends ThrottlerGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { limit, ttl } = this.throttlers[0]!;
    if (limit === Number.POSITIVE_INFINITY) return true;
    const requests = limit as number;
    const own = this.reflector.get<EndpointOptions | undefined>(ENDPOINT, context.getHandler())?.rateLimit;
    if (own?.requests === Number.POSITIVE_INFINITY) return true;
    await this.spend(context, { name: 'default', requests, seconds: (ttl as number) / 1_000 });
    if (own) await this.spend(context, own);
    return true;
  }

  private async spend(context: ExecutionContext, limit: RateLimit): Promise<void> {
    const { req, res } = this.getRequestResponse(context) as { req: PharosRequest; res: Response };
    const keyId = req.principal?.keyId ?? req.location?.keyId;
    await spend(this.storageService, res, keyId ?? `address ${networkOf(req.ip ?? '')}`, limit);
  }
}
