import { checkLocationKey, LOCATION_KEY_PREFIX, maskKey } from '#domain';
import { newId } from '#persistence';
import { randomBytes } from 'node:crypto';
import { hashKey } from '../api-keys/index.js';

/** A key on its way into the database: nothing of it is stored that could be used. */
export interface NewLocationKey {
  id: string;
  maskedKey: string;
  keyHash: Buffer;
}

/** Decision 26: `pl_` and 32 random hexadecimal digits. */
export function newLocationKey(): string {
  return LOCATION_KEY_PREFIX + randomBytes(16).toString('hex');
}

/** Throws a rule error for a key that no agent could use. */
export function toStore(rawKey: string): NewLocationKey {
  checkLocationKey(rawKey);
  return { id: newId(), maskedKey: maskKey(rawKey), keyHash: hashKey(rawKey) };
}
