import { LOCATION_KEY } from '#domain';
import { LocationKeyVerifier, type LocationPrincipal } from '#http';
import { Database, Notifications } from '#persistence';
import { Injectable } from '@nestjs/common';
import { hexHash, VerifiedCache } from '../api-keys/index.js';
import { LOCATION_KEYS_CHANNEL } from './private-locations.repository.js';

const GRANT = {
  name: 'location_key_grant',
  text: `SELECT h.account_id AS "accountId", k.location_id AS "locationId", l.slug_name AS "slugName", h.key_id AS "keyId"
    FROM private_location_key_hashes h
    JOIN private_location_keys k ON k.account_id = h.account_id AND k.id = h.key_id
    JOIN private_locations l ON l.account_id = k.account_id AND l.id = k.location_id
    WHERE h.key_hash = $1`,
};

/** Verifies the keys of agents: one indexed look-up, kept for seconds and dropped at once when the key is deleted. */
@Injectable()
export class LocationKeys extends LocationKeyVerifier {
  private readonly verified: VerifiedCache<LocationPrincipal>;

  constructor(
    private readonly database: Database,
    notifications: Notifications,
  ) {
    super();
    this.verified = new VerifiedCache(notifications, LOCATION_KEYS_CHANNEL);
  }

  override isFresh(rawKey: string): boolean {
    return this.verified.get(hexHash(rawKey)) !== null;
  }

  /** Null when no location has this key (any more). */
  override async verify(rawKey: string): Promise<LocationPrincipal | null> {
    if (!LOCATION_KEY.test(rawKey)) return null;
    const hash = hexHash(rawKey);
    return this.verified.of(hash, () => this.load(Buffer.from(hash, 'hex')));
  }

  private async load(hash: Buffer): Promise<LocationPrincipal | null> {
    const [grant] = await this.database.rows<LocationPrincipal>(GRANT, [hash]);
    return grant ?? null;
  }
}
