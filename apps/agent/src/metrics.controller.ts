import { Controller, Get, Header, Inject } from '@nestjs/common';
import { Registry } from 'prom-client';
import { AgentMetrics } from './metrics.js';

/** For Prometheus, on the health port. */
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(AgentMetrics) private readonly metrics: AgentMetrics) {}

  @Get()
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  read() {
    return this.metrics.text();
  }
}
