import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule, ThrottlerStorage } from '@nestjs/throttler';
import { AccountGuard } from './account.guard.js';
import { BodyGuard } from './body.guard.js';
import { ErrorFilter } from './error.filter.js';
import { FailureLimit } from './failure-limit.js';
import { HttpSettings } from './http-settings.js';
import { port } from './port.js';
import { SecretAddresses } from './secret-address.js';
import { LocalThrottleStorage } from './throttle-storage.js';
import { ThrottleGuard } from './throttle.guard.js';
import { ValidationPipe } from './validation.pipe.js';

const WINDOW_MS = 60_000;

/** The HTTP base, all of it global. Guards run in this order: who is it, how often, and only then the body. */
@Global()
@Module({})
export class HttpModule {
  /** `throttleStorage` counts requests; it may inject `LocalThrottleStorage`, which counts those of this process. */
  static with(settings: HttpSettings, throttleStorage: Type<ThrottlerStorage> = LocalThrottleStorage): DynamicModule {
    const limit = settings.rateLimit === 'off' ? Number.POSITIVE_INFINITY : settings.rateLimit;
    return {
      module: HttpModule,
      imports: [ThrottlerModule.forRoot([{ name: 'default', ttl: WINDOW_MS, limit }])],
      providers: [
        { provide: HttpSettings, useValue: settings },
        LocalThrottleStorage,
        ...port(ThrottlerStorage, throttleStorage),
        FailureLimit,
        SecretAddresses,
        { provide: APP_GUARD, useClass: AccountGuard },
        { provide: APP_GUARD, useClass: ThrottleGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        { provide: APP_PIPE, useClass: ValidationPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [HttpSettings, SecretAddresses],
    };
  }
}
