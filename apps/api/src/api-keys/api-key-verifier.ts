import type { AccountId } from '#domain';
import { KeyVerifier, type Principal } from '#http';
import { Notifications } from '#persistence';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ApiKeysRepository, KEYS_CHANNEL, type KeyGrant } from './api-keys.repository.js';
import { hashKey } from './key-material.js';

/** How long a verified key is believed without asking again. Revocation does not wait for it. */
const FRESH_MS = 5_000;
const TOUCH_MS = 30_000;
const MAX_CACHED = 10_000;
const WELL_FORMED = /^(cu|sv)_[\x21-\x7e]{5,190}$/;

interface Verified {
  grants: KeyGrant[];
  until: number;
}

/** Verifies API keys with one indexed look-up, kept for seconds and dropped at once on revocation. */
@Injectable()
export class ApiKeyVerifier extends KeyVerifier implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('ApiKeys');
  private readonly verified = new Map<string, Verified>();
  private readonly used = new Map<string, { accountId: AccountId; keyId: string }>();
  private touching: NodeJS.Timeout;

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly notifications: Notifications,
  ) {
    super();
  }

  onModuleInit(): void {
    this.notifications.listen({
      channel: KEYS_CHANNEL,
      heard: (hash) => this.verified.delete(hash),
      missed: () => this.verified.clear(),
    });
    this.touching = setInterval(() => void this.touch(), TOUCH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.touching);
    await this.touch();
  }

  override isFresh(token: string): boolean {
    return this.cached(hashKey(token).toString('hex')) !== null;
  }

  override async verify(token: string, account: string | null): Promise<Principal | null> {
    if (!WELL_FORMED.test(token)) return null;
    const grant = choose(await this.grants(token), account);
    if (!grant) return null;
    const { accountId, keyId, role } = grant;
    this.used.set(keyId + accountId, { accountId, keyId });
    return { accountId, keyId, role };
  }

  private async grants(token: string): Promise<KeyGrant[]> {
    const keyHash = hashKey(token);
    const hash = keyHash.toString('hex');
    const cached = this.cached(hash);
    if (cached) return cached.grants;
    const grants = await this.keys.grants(keyHash);
    if (grants.length > 0) this.remember(hash, grants);
    return grants;
  }

  private cached(hash: string): Verified | null {
    const entry = this.verified.get(hash);
    if (entry && entry.until > Date.now()) return entry;
    if (entry) this.verified.delete(hash);
    return null;
  }

  private remember(hash: string, grants: KeyGrant[]): void {
    if (this.verified.size >= MAX_CACHED) this.verified.clear();
    const ends = grants.map(({ expiresAt }) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
    // Without notifications a revocation elsewhere would not be heard, so nothing is believed.
    const until = this.notifications.connected ? Math.min(Date.now() + FRESH_MS, ...ends) : 0;
    this.verified.set(hash, { grants, until });
  }

  private async touch(): Promise<void> {
    const used = [...this.used.values()];
    this.used.clear();
    if (used.length === 0) return;
    await this.keys
      .touch(used)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'last use of keys not noted'));
  }
}

/** Service keys open their one account, user keys the one that the header names (spec 5, decision 12). */
function choose(grants: KeyGrant[], account: string | null): KeyGrant | undefined {
  if (account !== null) return grants.find(({ accountId }) => accountId === account);
  return grants.find(({ kind }) => kind === 'service');
}
