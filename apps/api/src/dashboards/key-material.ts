import { maskKey, type DashboardKey } from '#domain';
import { newId } from '#persistence';
import { randomBytes, randomInt } from 'node:crypto';
import { hexHash } from '../api-keys/index.js';

/** A new key for the visitors of a private dashboard: `da_` and 32 random hexadecimal digits. */
export function newDashboardKey(): string {
  return `da_${randomBytes(16).toString('hex')}`;
}

/** What is kept of a key: nothing that could be used. */
export function toStore(rawKey: string): DashboardKey {
  return { id: newId(), maskedKey: maskKey(rawKey), keyHash: hexHash(rawKey), createdAt: new Date().toISOString() };
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters in lower case and digits, 5 bits each: 10 for a name within an account, 14 across all of them. */
export function randomName(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
