import { maskKey, notFound, type AccountId, type KeyKind, type Role } from '#domain';
import { AccountRepository, Database, newId, notify, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { ApiKeyHashRow, ApiKeyRow } from './api-key.entity.js';
import { hashKey } from './key-material.js';

/** Channel on which replicas hear that a key must be forgotten. The payload is its hash in hexadecimal. */
export const KEYS_CHANNEL = 'pharos_keys';

/** One account that a key opens. */
export interface KeyGrant {
  accountId: AccountId;
  keyId: string;
  kind: KeyKind;
  role: Role;
  expiresAt: Date | null;
}

export interface NewKey {
  kind: KeyKind;
  name: string;
  expiresAt: Date | null;
}

/** An account that a key shall open, and what it may do there. */
export interface KeyAccount {
  accountId: AccountId;
  role: Role;
}

const GRANTS = {
  name: 'api_key_grants',
  text: `SELECT k.account_id AS "accountId", k.id AS "keyId", k.kind, k.role, k.expires_at AS "expiresAt"
    FROM api_key_hashes h JOIN api_keys k ON k.account_id = h.account_id AND k.id = h.key_id
    WHERE h.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
};

const TOUCH = {
  name: 'api_key_touch',
  text: `UPDATE api_keys k SET last_used_at = now() FROM unnest($1::uuid[], $2::uuid[]) AS used (account_id, id)
    WHERE k.account_id = used.account_id AND k.id = used.id`,
};

@Injectable()
export class ApiKeysRepository extends AccountRepository<ApiKeyRow> {
  constructor(database: Database) {
    super(database, ApiKeyRow, {
      api_key_hashes_pkey: 'This key exists already.',
      api_keys_pkey: 'This key exists already.',
    });
  }

  /** What a key opens: nothing when it is unknown, revoked or expired. */
  grants(keyHash: Buffer): Promise<KeyGrant[]> {
    return this.database.rows<KeyGrant>(GRANTS, [keyHash]);
  }

  async touch(used: { accountId: AccountId; keyId: string }[]): Promise<void> {
    await this.database.rows(TOUCH, [used.map(({ accountId }) => accountId), used.map(({ keyId }) => keyId)]);
  }

  /**
   * Stores the hash of `rawKey` for all of its accounts or, when one of them cannot have it, for none; with `transaction`
   * as a part of it. Answers its id, which is the same in all of them.
   */
  async add(accounts: KeyAccount[], key: NewKey, rawKey: string, transaction?: Transaction): Promise<string> {
    const { kind, name, expiresAt } = key;
    const shared = { id: newId(), kind, name, expiresAt, maskedKey: maskKey(rawKey), createdAt: new Date() };
    const keyHash = hashKey(rawKey);
    const store = async ({ manager }: Transaction) => {
      for (const { accountId, role } of accounts) {
        await manager.insert(ApiKeyRow, { ...shared, accountId, role });
        await manager.insert(ApiKeyHashRow, { keyHash, accountId, keyId: shared.id });
      }
      return shared.id;
    };
    return transaction ? store(transaction) : this.database.transaction(store, this.messages);
  }

  /** Ends the key in this account at once, in every replica. */
  async revoke(account: AccountId, id: string): Promise<void> {
    await this.change(account, { id }, async (key, transaction) => {
      if (key.revokedAt) throw notFound();
      key.revokedAt = new Date();
      const hash = await transaction.manager.findOneByOrFail(ApiKeyHashRow, { accountId: account, keyId: id });
      await notify(transaction, KEYS_CHANNEL, hash.keyHash.toString('hex'));
    });
  }
}
