import { Global, Module, type DynamicModule, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { checkEncryptionKey } from './canary.js';
import { ConnectionWatch } from './connection-watch.js';
import { Database } from './database.js';
import { dataSourceOptions, type DatabaseOptions } from './data-source.js';
import { Notifications } from './notifications.js';
import { Outage } from './outage.js';
import { Vault } from './vault.js';

/** One pool per process, and `Database`, `Notifications` and `Vault` for everybody. */
@Global()
@Module({})
export class PersistenceModule implements OnModuleInit, OnApplicationBootstrap {
  /** `connect: false` is for reading the modules only, e.g. to make the OpenAPI document. */
  static to(options: DatabaseOptions & { encryptionKey: string; connect: boolean }): DynamicModule {
    return {
      module: PersistenceModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(options),
          manualInitialization: !options.connect,
          retryAttempts: 10,
          retryDelay: 1_000,
        }),
      ],
      providers: [
        Database,
        ConnectionWatch,
        Outage,
        { provide: Vault, useValue: new Vault(options.encryptionKey) },
        { provide: Notifications, useValue: new Notifications(options.url) },
      ],
      exports: [ConnectionWatch, Database, Notifications, Outage, Vault],
    };
  }

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly notifications: Notifications,
  ) {}

  async onModuleInit(): Promise<void> {
    try {
      await checkEncryptionKey(this.database, this.vault);
    } catch (error) {
      // A start that fails here gives nobody an application to close.
      await this.database.dataSource.destroy();
      throw error;
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.notifications.start();
  }
}
