import { Endpoint, UNLIMITED } from '#http';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Registry } from 'prom-client';
import { MetricsService } from './metrics.service.js';

/** For Prometheus. Public, as there is nothing of any account in it; `PHAROS_METRICS=off` takes it away. */
@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  @ApiOkResponse({ description: 'Successful', content: { 'text/plain': { schema: { type: 'string' } } } })
  @Endpoint({
    summary: 'Metrics of this process',
    description: 'In the text format of Prometheus; at most a second old.',
    role: 'PUBLIC',
    rateLimit: UNLIMITED,
  })
  read() {
    return this.metrics.read();
  }
}
