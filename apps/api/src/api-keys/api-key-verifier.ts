import type { AccountId } from '#domain';
import { KeyVerifier, type Principal } from '#http';
import { Notifications } from '#persistence';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ApiKeysRepository, KEYS_CHANNEL, type KeyGrant } from './api-keys.repository.js';
import { hexHash } from './key-material.js';
import { VerifiedCache } from './verified-cache.js';

const TOUCH_MS = 30_000;
const WELL_FORMED = /^(cu|sv)_[\x21-\x7e]{5,190}$/;

/** Verifies API keys with one indexed look-up, kept for seconds and dropped at once on revocation. */
@Injectable()
export class ApiKeyVerifier extends KeyVerifier implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('ApiKeys');
  private readonly verified: VerifiedCache<KeyGrant[]>;
  private readonly used = new Map<string, { accountId: AccountId; keyId: string }>();
  private touching: NodeJS.Timeout;

  constructor(
    private readonly keys: ApiKeysRepository,
    notifications: Notifications,
  ) {
    super();
    this.verified = new VerifiedCache(notifications, KEYS_CHANNEL);
  }

  onModuleInit(): void {
    this.touching = setInterval(() => void this.touch(), TOUCH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.touching);
    await this.touch();
  }

  override isFresh(token: string): boolean {
    return this.verified.get(hexHash(token)) !== null;
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
    const hash = hexHash(token);
    const found = await this.verified.of(hash, () => this.load(Buffer.from(hash, 'hex')), firstEnd);
    return found ?? [];
  }

  private async load(hash: Buffer): Promise<KeyGrant[] | null> {
    const grants = await this.keys.grants(hash);
    return grants.length > 0 ? grants : null;
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

/** When the first of the grants expires, in unix milliseconds. */
const firstEnd = (grants: KeyGrant[]) =>
  Math.min(...grants.map(({ expiresAt }) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
