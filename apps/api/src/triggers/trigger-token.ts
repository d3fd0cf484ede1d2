import { TRIGGER_TOKEN_LENGTH } from '#domain';
import { createHash, randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A new token: random letters and digits. */
export function newTriggerToken(): string {
  return Array.from({ length: TRIGGER_TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** By which a token is found. Tokens are random, so one round of SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
