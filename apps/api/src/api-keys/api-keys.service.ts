import type { AccountId, Role } from '#domain';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { ApiKeyRow } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { newKey } from './key-material.js';

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

  async issueServiceKey(
    account: AccountId,
    role: Role,
    name: string,
    expiresAt: Date | null = null,
    apiKey = newKey('service'),
  ): Promise<IssuedKey> {
    const { id } = await this.keys.add(account, { kind: 'service', name, role, expiresAt }, apiKey);
    return { keyId: id, apiKey, role, name };
  }

  /** One key for several accounts, with a role in each. */
  async issueUserKey(accounts: { accountId: AccountId; role: Role }[], name: string): Promise<Omit<IssuedKey, 'role'>> {
    const apiKey = newKey('user');
    const keyId = newId();
    for (const { accountId, role } of accounts) {
      await this.keys.add(accountId, { kind: 'user', name, role, expiresAt: null }, apiKey, keyId);
    }
    return { keyId, apiKey, name };
  }

  list(account: AccountId): Promise<ApiKeyRow[]> {
    return this.keys.list(account, { createdAt: 'ASC', id: 'ASC' });
  }

  revoke(account: AccountId, keyId: string): Promise<void> {
    return this.keys.revoke(account, keyId);
  }
}
