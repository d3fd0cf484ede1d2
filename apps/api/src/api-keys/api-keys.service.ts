import type { AccountId, Role } from '#domain';
import type { Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { ApiKeyRow } from './api-key.entity.js';
import { ApiKeysRepository, type KeyAccount } from './api-keys.repository.js';
import { hashKey, newKey } from './key-material.js';

export interface IssuedKey {
  keyId: string;
  /** The raw key: shown once, stored nowhere. */
  apiKey: string;
  role: Role;
  name: string;
}

@Injectable()
export class ApiKeysService {
  constructor(private readonly keys: ApiKeysRepository) {}

  /** With `transaction`, as a part of it. */
  async issueServiceKey(
    accountId: AccountId,
    role: Role,
    name: string,
    expiresAt: Date | null = null,
    apiKey = newKey('service'),
    transaction?: Transaction,
  ): Promise<IssuedKey> {
    const keyId = await this.keys.add([{ accountId, role }], { kind: 'service', name, expiresAt }, apiKey, transaction);
    return { keyId, apiKey, role, name };
  }

  /** One key for several accounts, with a role in each: for all of them, or for none. */
  async issueUserKey(accounts: KeyAccount[], name: string): Promise<Omit<IssuedKey, 'role'>> {
    const apiKey = newKey('user');
    const keyId = await this.keys.add(accounts, { kind: 'user', name, expiresAt: null }, apiKey);
    return { keyId, apiKey, name };
  }

  /** The accounts that a key opens, as it is presented. */
  async accountsOf(apiKey: string): Promise<AccountId[]> {
    return (await this.keys.grants(hashKey(apiKey))).map(({ accountId }) => accountId);
  }

  list(account: AccountId): Promise<ApiKeyRow[]> {
    return this.keys.list(account, { createdAt: 'ASC', id: 'ASC' });
  }

  revoke(account: AccountId, keyId: string): Promise<void> {
    return this.keys.revoke(account, keyId);
  }
}
