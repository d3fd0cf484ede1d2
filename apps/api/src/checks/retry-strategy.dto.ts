import { RETRY_ONLY_ON, RETRY_TYPES, type RetryStrategy, type RetryType } from '#domain';
import { Decimal, Flag, ListOf, OneOf, Whole } from '#http';

/** Reference 3.6. */
export class RetryStrategyFields implements RetryStrategy {
  @OneOf(RETRY_TYPES, { description: 'How the waiting time grows from retry to retry', example: 'FIXED' })
  type: RetryType;
  @Decimal({ min: 0, default: 60, description: 'Seconds before the first retry', example: 5 })
  baseBackoffSeconds: number;
  @Whole({ min: 1, max: 10, default: 2, description: 'Most retries; not of SINGLE_RETRY, which makes one', example: 2 })
  maxRetries: number;
  @Decimal({
    min: 0,
    max: 600,
    default: 600,
    description: 'Seconds for all attempts together, waiting included; not of SINGLE_RETRY',
    example: 600,
  })
  maxDurationSeconds: number;
  @Flag({ default: true, description: 'Whether retries run in the location of the first attempt', example: true })
  sameRegion: boolean;
  @ListOf(RETRY_ONLY_ON, { max: 1, default: [], description: 'Retry only after a network error', example: [] })
  onlyOn: 'NETWORK_ERROR'[];
}

/** Reference 3.6: network errors are told apart for API and URL checks only. */
export class AnyFailureRetryStrategyFields extends RetryStrategyFields {
  @ListOf(RETRY_ONLY_ON, {
    max: 0,
    default: [],
    description: 'Empty: this type of check is tried again after every failure',
    example: [],
  })
  declare onlyOn: 'NETWORK_ERROR'[];
}
