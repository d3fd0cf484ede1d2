import type { Database } from './database.js';
import type { Vault } from './vault.js';

const TEXT = 'pharos';
const PURPOSE = 'encryption-canary';

/** Two processes that start at once: one stores its text, both read the stored one. */
const STORE = {
  name: 'canary_store',
  text: 'INSERT INTO encryption_canary (id, sealed) VALUES (1, $1) ON CONFLICT (id) DO NOTHING',
};
const READ = { name: 'canary_read', text: 'SELECT sealed FROM encryption_canary WHERE id = 1' };

/** The database holds secrets that this process could neither read nor replace. */
export class WrongEncryptionKey extends Error {
  constructor() {
    super(
      'PHAROS_ENCRYPTION_KEY is not the key that the secrets in this database are sealed with: start with that one.',
    );
    this.name = 'WrongEncryptionKey';
  }
}

/**
 * The first start seals a known text, later ones must be able to open it (decision 31). Without this a wrong key shows
 * only once a check needs a secret, with some secrets sealed by either key. Throws `WrongEncryptionKey`.
 */
export async function checkEncryptionKey(database: Database, vault: Vault): Promise<void> {
  const [stored] = await database.rows<{ sealed: Buffer }>(READ);
  if (stored) return assertOpens(vault, stored.sealed);
  await database.rows(STORE, [vault.seal(TEXT, PURPOSE)]);
  const [first] = await database.rows<{ sealed: Buffer }>(READ);
  assertOpens(vault, first!.sealed);
}

function assertOpens(vault: Vault, sealed: Buffer): void {
  try {
    if (vault.open(sealed, PURPOSE) === TEXT) return;
  } catch {
    // Another key, or a damaged row: for the one who starts it, the same.
  }
  throw new WrongEncryptionKey();
}
