import type { ApiConfig } from '#config';
import { DEFAULT_LOCATION_ICON, DomainError, notFound, type AccountId, type Role } from '#domain';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from '../api.module.js';
import type { NewAccount } from '../accounts/index.js';
import type { IssuedKey } from '../api-keys/index.js';
import { newLocationKey } from '../private-locations/index.js';
import { Bootstrap, type BootstrapOptions, type BootstrapResult } from './bootstrap.js';
import { accountIdOf, checkServiceKey } from './given.js';
import { servicesOf, type Services } from './services.js';
import { StderrLogger } from './stderr-logger.js';

export interface NewServiceKey {
  accountId: string;
  role: Role;
  name?: string;
  expiresAt?: Date;
  /** A key made elsewhere; a random one where it is absent. */
  key?: string;
}

export interface NewUserKey {
  accounts: { accountId: string; role: Role }[];
  name?: string;
}

export interface NewLocation {
  accountId: string;
  name: string;
  slugName: string;
  /** A key made elsewhere; a random one where it is absent. */
  key?: string;
}

/**
 * What whoever runs the service may do without a key: accounts, keys, locations, and the first start. For the command line and
 * `npm start`, on a migrated database. Expected errors are `DomainError`s, whose message can be shown.
 */
export class Provisioning {
  private constructor(
    private readonly context: INestApplicationContext,
    private readonly services: Services,
    private readonly publicUrl: string,
  ) {}

  /** Opens connections; `close` ends them. Throws `WrongEncryptionKey` when the database was sealed with another key. */
  static async open(config: ApiConfig): Promise<Provisioning> {
    const context = await NestFactory.createApplicationContext(ApiModule.with(config, [], { background: false }), {
      logger: new StderrLogger(),
      abortOnError: false,
    });
    return new Provisioning(context, servicesOf(context), config.publicUrl);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  bootstrap(options: BootstrapOptions): Promise<BootstrapResult> {
    return new Bootstrap(this.services, this.publicUrl).run(options);
  }

  async createAccount({ id, name }: NewAccount): Promise<{ accountId: string; name: string }> {
    const account = await this.services.accounts.create({ id: id === undefined ? undefined : accountIdOf(id), name });
    return { accountId: account.id, name: account.name };
  }

  /** With an ADMIN key, without which nobody could use it: both or neither. */
  async createAccountWithKey({ name }: Pick<NewAccount, 'name'>): Promise<{ accountId: string; apiKey: string }> {
    let apiKey = '';
    const { id } = await this.services.accounts.create({ name }, async (account, transaction) => {
      const issued = this.services.apiKeys.issueServiceKey(
        account.id,
        'ADMIN',
        'first key',
        null,
        undefined,
        transaction,
      );
      ({ apiKey } = await issued);
    });
    return { accountId: id, apiKey };
  }

  /** Newest first. */
  async listAccounts(): Promise<{ accountId: string; name: string }[]> {
    return (await this.services.accounts.listAll()).map(({ id, name }) => ({ accountId: id, name }));
  }

  async createServiceKey({ accountId, role, name = 'Service key', expiresAt, key }: NewServiceKey): Promise<IssuedKey> {
    if (key !== undefined) checkServiceKey(key);
    const account = await this.existing(accountId);
    return this.services.apiKeys.issueServiceKey(account, role, name, expiresAt ?? null, key);
  }

  async createUserKey({ accounts, name = 'User key' }: NewUserKey): Promise<Omit<IssuedKey, 'role'>> {
    const roles = [];
    for (const { accountId, role } of accounts) roles.push({ accountId: await this.existing(accountId), role });
    return this.services.apiKeys.issueUserKey(roles, name);
  }

  /** Oldest first, revoked ones included. */
  async listKeys(accountId: string) {
    const keys = await this.services.apiKeys.list(await this.existing(accountId));
    return keys.map(({ accountId: _, createdAt, ...key }) => ({ ...key, created_at: createdAt }));
  }

  async revokeKey(accountId: string, keyId: string): Promise<void> {
    await this.services.apiKeys.revoke(await this.existing(accountId), keyId);
  }

  async createLocation({ accountId, name, slugName, key = newLocationKey() }: NewLocation) {
    const account = await this.existing(accountId);
    const values = { name, slugName, icon: DEFAULT_LOCATION_ICON, proxyUrl: null };
    const { id } = await this.services.locations.create(account, values, key);
    return { id, slugName, key };
  }

  private async existing(accountId: string): Promise<AccountId> {
    const account = accountIdOf(accountId);
    await this.services.accounts.get(account).catch((error: unknown) => {
      throw error instanceof DomainError ? notFound(`There is no account ${account}.`) : error;
    });
    return account;
  }
}
