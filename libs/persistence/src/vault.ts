import { createCipheriv, createDecipheriv, createHash, randomBytes, type CipherGCMTypes } from 'node:crypto';

const CIPHER: CipherGCMTypes = 'aes-256-gcm';
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets at rest with AES-256-GCM. A sealed text is: key id (the first bytes of the key's SHA-256), nonce, tag,
 * cipher text. `purpose` names the place it belongs to; a sealed text moved to another place does not open.
 */
export class Vault {
  private readonly key: Buffer;
  private readonly keyId: Buffer;

  /** `encryptionKey`: 32 bytes as 64 hexadecimal digits. */
  constructor(encryptionKey: string) {
    this.key = Buffer.from(encryptionKey, 'hex');
    this.keyId = createHash('sha256').update(this.key).digest().subarray(0, KEY_ID_BYTES);
  }

  seal(text: string, purpose: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([this.keyId, nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws when the text was sealed with another key, for another purpose, or was changed. */
  open(sealed: Buffer, purpose: string): string {
    if (!sealed.subarray(0, KEY_ID_BYTES).equals(this.keyId)) throw new Error('Sealed with another encryption key.');
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
    const text = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  }
}
