import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { VERSION } from '../version.js';
import { processMetrics } from './process-metrics.js';
import { QueueSample } from './queue-sample.js';

/** The text is made at most so often, in milliseconds: anybody may ask for it, as often as they like. */
const FRESH_MS = 1_000;

/** What GET /metrics answers. */
@Injectable()
export class MetricsService {
  private madeAt = Number.NEGATIVE_INFINITY;
  private text: Promise<string> = Promise.resolve('');

  constructor(
    @Inject(Registry) private readonly registry: Registry,
    private readonly queue: QueueSample,
  ) {
    new Gauge({
      name: 'pharos_build_info',
      help: 'Always 1; the release is the label',
      labelNames: ['version'],
      registers: [registry],
    }).set({ version: VERSION }, 1);
  }

  read(): Promise<string> {
    if (performance.now() - this.madeAt < FRESH_MS) return this.text;
    this.madeAt = performance.now();
    this.text = this.make();
    return this.text;
  }

  private async make(): Promise<string> {
    await this.queue.refresh();
    return (await Promise.all([this.registry.metrics(), processMetrics().metrics()])).join('\n');
  }
}
