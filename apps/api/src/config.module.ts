import type { ApiConfig } from '#config';
import { Background } from './background.js';
import { Global, Module, type DynamicModule } from '@nestjs/common';

/** Token under which the configuration is injected: `@Inject(API_CONFIG) config: ApiConfig`. */
export const API_CONFIG = Symbol('pharos:api-config');

@Global()
@Module({})
export class ConfigModule {
  static with(config: ApiConfig, background: boolean): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: API_CONFIG, useValue: config },
        { provide: Background, useValue: new Background(background) },
      ],
      exports: [API_CONFIG, Background],
    };
  }
}
