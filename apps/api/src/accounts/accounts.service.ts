import { DEFAULT_ALERT_SETTINGS, DEFAULT_RUNTIME_ID, type Account, type AccountId } from '#domain';
import type { Principal } from '#http';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';

export interface NewAccount {
  /** A uuid; a new one where it is absent. */
  id?: string;
  name: string;
}

@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** The accounts that a key opens, newest first. */
  list({ accountId, keyId }: Principal): Promise<Account[]> {
    return this.accounts.visible(accountId, keyId);
  }

  getVisible({ accountId, keyId }: Principal, wanted: string): Promise<Account> {
    return this.accounts.oneVisible(accountId, keyId, wanted);
  }

  get(account: AccountId): Promise<Account> {
    return this.accounts.get(account, {});
  }

  /** For provisioning: no key reads accounts that it does not open. */
  listAll(): Promise<Account[]> {
    return this.accounts.all();
  }

  create({ id = newId(), name }: NewAccount): Promise<Account> {
    return this.accounts.insert(id as AccountId, {
      id: id as AccountId,
      name,
      runtimeId: DEFAULT_RUNTIME_ID,
      plan: 'SELF_HOSTED',
      settings: {},
      alertSettings: DEFAULT_ALERT_SETTINGS,
      createdAt: new Date(),
      updatedAt: null,
    });
  }
}
