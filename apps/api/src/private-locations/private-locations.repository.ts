import { admitLocationKey, notFound, type AccountId } from '#domain';
import { AccountRepository, Database, notify, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { NewLocationKey } from './key-material.js';
import { LocationKeyHashRow, LocationKeyRow } from './location-key.entity.js';
import { PrivateLocationRow } from './private-location.entity.js';

/** Channel on which replicas hear that a location's key must be forgotten. The payload is its hash in hexadecimal. */
export const LOCATION_KEYS_CHANNEL = 'pharos_location_keys';

/** Channel on which replicas hear which agents to cut off. The payload is the id of the deleted key. */
export const DELETED_KEYS_CHANNEL = 'pharos_deleted_location_keys';

const MESSAGES = {
  private_locations_slug_key: 'A private location with this slugName exists already.',
  check_private_locations_location_fkey: 'Checks still run in this private location. Take it out of them first.',
  check_group_private_locations_location_fkey:
    'Check groups still name this private location. Take it out of them first.',
  private_location_key_hashes_pkey: 'This key exists already.',
};

const KEY_COUNT = `SELECT count(*)::int AS count FROM private_location_keys WHERE account_id = $1 AND location_id = $2`;
/** The hashes of one key, or of all keys of a location. */
const HASHES = `SELECT encode(h.key_hash, 'hex') AS hash, k.id
  FROM private_location_keys k JOIN private_location_key_hashes h ON h.account_id = k.account_id AND h.key_id = k.id
  WHERE k.account_id = $1 AND k.location_id = $2 AND ($3::uuid IS NULL OR k.id = $3)`;

type NewLocation = Omit<PrivateLocationRow, 'accountId'>;

@Injectable()
export class PrivateLocationsRepository extends AccountRepository<PrivateLocationRow> {
  constructor(database: Database) {
    super(database, PrivateLocationRow, MESSAGES);
  }

  add(account: AccountId, location: NewLocation, key?: NewLocationKey): Promise<PrivateLocationRow> {
    return this.insert(account, location, async ({ id }, transaction) => {
      if (key) await store(transaction, account, id, key);
    });
  }

  /** The location stays locked while its keys are counted, so that two callers cannot both add the last one. */
  addKey(account: AccountId, id: string, key: NewLocationKey): Promise<LocationKeyRow> {
    return this.database.transaction(async (transaction) => {
      await this.locked(transaction, account, { id });
      const [present] = await transaction.rows<{ count: number }>(KEY_COUNT, [account, id]);
      admitLocationKey(present!.count);
      return store(transaction, account, id, key);
    }, MESSAGES);
  }

  /** Its agents are cut off at once, in every replica. */
  removeKey(account: AccountId, id: string, keyId: string): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await forget(transaction, account, id, keyId);
      const where = { accountId: account, locationId: id, id: keyId };
      const { affected } = await transaction.manager.delete(LocationKeyRow, where);
      if (!affected) throw notFound();
    });
  }

  /** With its keys, so its agents are cut off too. Locked first: no key can be added in between and stay believed. */
  removeLocation(account: AccountId, id: string): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await this.locked(transaction, account, { id });
      await forget(transaction, account, id);
      await transaction.manager.delete(PrivateLocationRow, { accountId: account, id });
    }, MESSAGES);
  }
}

async function store(
  { manager }: Transaction,
  account: AccountId,
  locationId: string,
  { id, maskedKey, keyHash }: NewLocationKey,
): Promise<LocationKeyRow> {
  const values = { accountId: account, id, locationId, maskedKey, createdAt: new Date(), updatedAt: null };
  const row = manager.create(LocationKeyRow, values);
  await manager.insert(LocationKeyRow, row);
  await manager.insert(LocationKeyHashRow, { keyHash, accountId: account, keyId: id });
  return row;
}

async function forget(transaction: Transaction, account: AccountId, locationId: string, keyId?: string): Promise<void> {
  const hashes = await transaction.rows<{ hash: string; id: string }>(HASHES, [account, locationId, keyId ?? null]);
  for (const each of hashes) {
    await notify(transaction, LOCATION_KEYS_CHANNEL, each.hash);
    await notify(transaction, DELETED_KEYS_CHANNEL, each.id);
  }
}
