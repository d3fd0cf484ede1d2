import {
  MAIL_ADDRESS,
  SUBSCRIPTION_STATUSES,
  SUBSCRIPTION_TYPES,
  type SubscriptionStatus,
  type SubscriptionType,
} from '#domain';
import { NestedList, OneOf, Text, Time, Uuid, Whole } from '#http';
import type { StatusPageSubscriptionRow } from './status-page-subscription.entity.js';

/** Of the first start, so that the examples of the documentation work (decision 33). */
export const EXAMPLE_SUBSCRIPTION_ID = '50000000-0000-4000-8000-000000000006';

class NewStatusPageSubscription {
  @OneOf(SUBSCRIPTION_TYPES, { description: 'How subscribers are told', example: 'EMAIL' }) type: SubscriptionType;
  @Text({
    max: 254,
    pattern: MAIL_ADDRESS,
    hint: 'must be an e-mail address',
    description: 'The e-mail address',
    example: 'reader@example.com',
  })
  config: string;
}

/** Reference 2.3. */
export class StatusPageSubscriptionsCreateRequest {
  @NestedList(() => NewStatusPageSubscription, {
    min: 1,
    max: 100,
    description: 'The subscriptions to add; those that the page has are skipped',
    example: [{ type: 'EMAIL', config: 'reader@example.com' }],
  })
  subscriptions: NewStatusPageSubscription[];
}

export class StatusPageSubscriptionsCreatedView {
  @Whole({ min: 0, description: 'How many were added', example: 1 }) created: number;
  @Whole({ min: 0, description: 'How many the page had already, or were sent twice', example: 0 }) skipped: number;
  @OneOf(SUBSCRIPTION_STATUSES, { description: 'Status of those that were added', example: 'PENDING' })
  status: SubscriptionStatus;
}

/** Reference 3.2. */
export class StatusPageSubscriptionView {
  @Uuid({ description: 'Id of the subscription', example: EXAMPLE_SUBSCRIPTION_ID }) id: string;
  @OneOf(SUBSCRIPTION_TYPES, { description: 'How the subscriber is told', example: 'EMAIL' }) type: SubscriptionType;
  @Text({ description: 'The e-mail address', example: 'reader@example.com' }) address: string;
  @OneOf(SUBSCRIPTION_STATUSES, { description: 'Whether the address is confirmed', example: 'PENDING' })
  status: SubscriptionStatus;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ description: 'When it was last changed, at first when it was created', example: '2026-11-21T12:00:00.000Z' })
  updated_at: Date;

  static of({
    id,
    type,
    address,
    status,
    createdAt,
    updatedAt,
  }: StatusPageSubscriptionRow): StatusPageSubscriptionView {
    return { id, type, address, status, created_at: createdAt, updated_at: updatedAt };
  }
}
