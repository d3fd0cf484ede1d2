import { Global, Module, type DynamicModule, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { getDataSourceToken, getEntityManagerToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { checkEncryptionKey } from './canary.js';
import { ConnectionWatch } from './connection-watch.js';
import { Database } from './database.js';
import { dataSourceOptions, type DatabaseOptions } from './data-source.js';
import { Notifications } from './notifications.js';
import { Outage } from './outage.js';
import { ReportSlots } from './report-slots.js';
import { Vault } from './vault.js';

/** Applications of this process: Nest wants their data sources to have names of their own. */
let applications = 0;

/** One pool per application, and `Database`, `Notifications` and `Vault` for everybody. */
@Global()
@Module({})
export class PersistenceModule implements OnModuleInit, OnApplicationBootstrap {
  /** `connect: false` is for reading the modules only, e.g. to make the OpenAPI document. */
  static to(options: DatabaseOptions & { encryptionKey: string; connect: boolean }): DynamicModule {
    const name = `application-${(applications += 1)}`;
    return {
      module: PersistenceModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(options),
          name,
          manualInitialization: !options.connect,
          retryAttempts: 10,
          retryDelay: 1_000,
        }),
      ],
      providers: [
        { provide: DataSource, useExisting: getDataSourceToken(name) },
        { provide: EntityManager, useExisting: getEntityManagerToken(name) },
        Database,
        ConnectionWatch,
        Outage,
        { provide: ReportSlots, useValue: new ReportSlots(options.poolSize ?? 1) },
        { provide: Vault, useValue: new Vault(options.encryptionKey) },
        { provide: Notifications, useValue: new Notifications(options.url) },
      ],
      exports: [ConnectionWatch, Database, DataSource, EntityManager, Notifications, Outage, ReportSlots, Vault],
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
