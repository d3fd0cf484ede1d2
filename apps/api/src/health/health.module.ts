import type { ApiConfig } from '#config';
import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { API_CONFIG } from '../config.module.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [
    TerminusModule.forRootAsync({
      inject: [API_CONFIG],
      useFactory: (config: ApiConfig) => ({
        errorLogStyle: 'json',
        gracefulShutdownTimeoutMs: config.drainSeconds * 1_000,
      }),
    }),
  ],
  controllers: [HealthController],
})
export class HealthModule {}
