import { KEY_PREFIXES, type KeyKind } from '#domain';
import { createHash, randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 32;

/** A new key: its prefix and 32 random letters and digits (190 bits). Decision 12. */
export function newKey(kind: KeyKind): string {
  return KEY_PREFIXES[kind] + Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** What is stored of a key. Keys are random, so one round of SHA-256 is enough. */
export function hashKey(rawKey: string): Buffer {
  return createHash('sha256').update(rawKey).digest();
}
