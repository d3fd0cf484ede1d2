import { conflict, ruleBroken } from '../domain-error.js';

/** A key of a private location, as it may be shown: the raw key is told once, at creation. Reference 3.12. */
export interface LocationKey {
  readonly id: string;
  readonly maskedKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

export const LOCATION_KEY_PREFIX = 'pl_';
/** Decision 26. */
export const LOCATION_KEY = /^pl_[0-9a-f]{32}$/;

/** Reference 5.11: two, so that a key can be replaced while agents still run with the other. */
export const MAX_LOCATION_KEYS = 2;

/** Throws a conflict when a location that has `present` keys cannot have one more. */
export function admitLocationKey(present: number): void {
  if (present < MAX_LOCATION_KEYS) return;
  throw conflict(`A private location has at most ${MAX_LOCATION_KEYS} keys. Delete one of them first.`);
}

/** Throws a rule error for a text that no agent could use as its key. */
export function checkLocationKey(rawKey: string): void {
  if (!LOCATION_KEY.test(rawKey)) {
    throw ruleBroken('The key of a private location must be pl_ and 32 hexadecimal digits in lower case');
  }
}
