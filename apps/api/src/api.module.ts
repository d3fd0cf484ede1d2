import { HttpModule } from '#http';
import type { ApiConfig } from '#config';
import { PersistenceModule } from '#persistence';
import { Module, type DynamicModule } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/index.js';
import { ConfigModule } from './config.module.js';
import { entities } from './entities.js';
import type { ApiExtension } from './extension.js';
import { HealthModule } from './health/index.js';
import { VariablesModule } from './variables/index.js';

/** Every feature of the API. A new noun adds one line here. */
const FEATURES = [HealthModule, ApiKeysModule, VariablesModule];

@Module({})
export class ApiModule {
  static with(config: ApiConfig, extensions: ApiExtension[] = []): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.with(config),
        HttpModule.with({ accountHeaders: config.accountHeaders, rateLimit: config.rateLimit }),
        PersistenceModule.to({
          url: config.databaseUrl,
          poolSize: config.databasePoolSize,
          encryptionKey: config.encryptionKey,
          entities,
          extraMigrations: extensions.flatMap(({ migrations = [] }) => migrations),
        }),
        ...FEATURES,
        ...extensions.map(({ module }) => module),
      ],
      providers: [],
    };
  }
}
