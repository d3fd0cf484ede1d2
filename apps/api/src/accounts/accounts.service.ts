import { DEFAULT_ALERT_SETTINGS, DEFAULT_RUNTIME_ID, type Account, type AccountId } from '#domain';
import type { Principal } from '#http';
import { newId, type Step } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from './account.entity.js';
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

  /** `also` is done in the same transaction. */
  create({ id = newId(), name }: NewAccount, also?: Step<AccountRow>): Promise<Account> {
    const accountId = id as AccountId;
    const values = {
      id: accountId,
      name,
      runtimeId: DEFAULT_RUNTIME_ID,
      plan: 'SELF_HOSTED' as const,
      settings: {},
      alertSettings: DEFAULT_ALERT_SETTINGS,
      createdAt: new Date(),
      updatedAt: null,
    };
    return this.accounts.insert(accountId, values, also);
  }
}
