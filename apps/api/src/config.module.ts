import type { ApiConfig } from '#config';
import { Global, Module, type DynamicModule } from '@nestjs/common';

/** Token under which the configuration is injected: `@Inject(API_CONFIG) config: ApiConfig`. */
export const API_CONFIG = Symbol('pharos:api-config');

@Global()
@Module({})
export class ConfigModule {
  static with(config: ApiConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: API_CONFIG, useValue: config }], exports: [API_CONFIG] };
  }
}
