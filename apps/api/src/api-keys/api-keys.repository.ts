import { maskKey, notFound, type AccountId, type KeyKind, type Role } from '#domain';
import { AccountRepository, Database, newId, notify } from '#persistence';
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
  role: Role;
  expiresAt: Date | null;
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

  /** Stores the hash of `rawKey`; for a user key, call it once per account with the same `id`. */
  add(
    account: AccountId,
    { kind, name, role, expiresAt }: NewKey,
    rawKey: string,
    id: string = newId(),
  ): Promise<ApiKeyRow> {
    const row = {
      id,
      kind,
      name,
      role,
      expiresAt,
      maskedKey: maskKey(rawKey),
      createdAt: new Date(),
      lastUsedAt: null,
      revokedAt: null,
    };
    return this.insert(account, row, async (_row, { manager }) => {
      await manager.insert(ApiKeyHashRow, { keyHash: hashKey(rawKey), accountId: account, keyId: id });
    });
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
