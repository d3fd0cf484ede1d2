import type { RetryStrategy } from '#domain';
import { Nested, Text } from '#http';
import { CheckFields } from './check-fields.js';
import { AnyFailureRetryStrategyFields } from './retry-strategy.dto.js';

/** What checks have that are no single HTTP request (reference 3.6). */
export class NonHttpCheckFields extends CheckFields {
  @Nested(() => AnyFailureRetryStrategyFields, {
    nullable: true,
    default: null,
    description: 'How failed runs are tried again; null = never',
    example: null,
  })
  declare retryStrategy: RetryStrategy | null;
}

/** A host name or an address: nothing of a URL. */
export const Hostname = (description: string) =>
  Text({
    min: 1,
    max: 2_048,
    pattern: /^[^\s/?#@\\]+$/,
    hint: 'must be a host name or an address, without scheme, port and path',
    description,
    example: 'localhost',
  });
