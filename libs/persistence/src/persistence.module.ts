import { Global, Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database } from './database.js';
import { dataSourceOptions, type DatabaseOptions } from './data-source.js';
import { Notifications } from './notifications.js';
import { Vault } from './vault.js';

/** One pool per process, and `Database`, `Notifications` and `Vault` for everybody. */
@Global()
@Module({})
export class PersistenceModule implements OnApplicationBootstrap {
  static to(options: DatabaseOptions & { encryptionKey: string }): DynamicModule {
    return {
      module: PersistenceModule,
      imports: [TypeOrmModule.forRoot({ ...dataSourceOptions(options), retryAttempts: 10, retryDelay: 1_000 })],
      providers: [
        Database,
        { provide: Vault, useValue: new Vault(options.encryptionKey) },
        { provide: Notifications, useValue: new Notifications(options.url) },
      ],
      exports: [Database, Notifications, Vault],
    };
  }

  constructor(private readonly notifications: Notifications) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.notifications.start();
  }
}
