export { StatusPageSubscriptionRow } from './status-page-subscription.entity.js';
export { EXAMPLE_SUBSCRIPTION_ID } from './status-page-subscriptions.dto.js';
export { StatusPageSubscriptionsModule } from './status-page-subscriptions.module.js';
export { StatusPageSubscriptionsService } from './status-page-subscriptions.service.js';
