import { KEY_PREFIXES, type KeyKind } from '#domain';
import { hash, randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 32;

/** A new key: its prefix and 32 random letters and digits (190 bits). Decision 12. */
export function newKey(kind: KeyKind): string {
  return KEY_PREFIXES[kind] + Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** What is stored of a key. Keys are random, so one round of SHA-256 is enough. */
export function hashKey(rawKey: string): Buffer {
  return Buffer.from(hexHash(rawKey), 'hex');
}

/** The same in hexadecimal, as verified keys are remembered by it. In one call: every request needs it. */
export function hexHash(rawKey: string): string {
  return hash('sha256', rawKey, 'hex');
}
