import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DatabaseMetrics } from './database-metrics.js';
import { HttpMetrics } from './http-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { PipelineMetrics } from './pipeline-metrics.js';
import { QueueQueries } from './queue.queries.js';
import { QueueSample } from './queue-sample.js';

/** Global: every step of the pipeline counts. Without the route it still does, as that costs nothing that can be measured. */
@Global()
@Module({})
export class MetricsModule {
  static with(shown: boolean): DynamicModule {
    return {
      module: MetricsModule,
      controllers: shown ? [MetricsController] : [],
      providers: [
        // One per application: tests have several in a process.
        { provide: Registry, useFactory: () => new Registry() },
        MetricsService,
        HttpMetrics,
        DatabaseMetrics,
        PipelineMetrics,
        QueueSample,
        QueueQueries,
      ],
      exports: [HttpMetrics, PipelineMetrics],
    };
  }
}
