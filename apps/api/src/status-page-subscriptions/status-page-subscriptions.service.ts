import type { AccountId, SubscriptionStatus } from '#domain';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { StatusPageSubscriptionRow } from './status-page-subscription.entity.js';
import { StatusPageSubscriptionsRepository } from './status-page-subscriptions.repository.js';

export interface SubscriptionsCreated {
  created: number;
  skipped: number;
  status: SubscriptionStatus;
}

@Injectable()
export class StatusPageSubscriptionsService {
  constructor(private readonly subscriptions: StatusPageSubscriptionsRepository) {}

  list(account: AccountId, pageId: string): Promise<StatusPageSubscriptionRow[]> {
    return this.subscriptions.ofPage(account, pageId);
  }

  async add(
    account: AccountId,
    pageId: string,
    addresses: string[],
    ids = addresses.map(() => newId()),
  ): Promise<SubscriptionsCreated> {
    const status = 'PENDING';
    const created = await this.subscriptions.add(account, pageId, { ids, addresses }, { type: 'EMAIL', status });
    return { created, skipped: addresses.length - created, status };
  }

  remove(account: AccountId, pageId: string, id: string): Promise<void> {
    return this.subscriptions.remove(account, { pageId, id });
  }
}
