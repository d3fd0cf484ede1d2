import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { RunReport } from '#agent-protocol';
import type { AgentConfig } from '#config';
import { HealthController } from './health.controller.js';
import { Lifecycle, type Works } from './lifecycle.js';
import type { Logger } from './logging.js';
import { MetricsController } from './metrics.controller.js';
import { AgentMetrics } from './metrics.js';
import type { ProbeRegistry } from './probes/registry.js';
import { AGENT_VERSION } from './version.js';
import { ApiClient } from './work/api-client.js';
import { LeaseLoop } from './work/lease-loop.js';
import { Pacer } from './work/pacer.js';
import { Readiness } from './work/readiness.js';
import { Renewal } from './work/renewal.js';
import { Reporter } from './work/reporter.js';
import { Runner } from './work/runner.js';
import { Spool } from './work/spool.js';
import { Workload } from './work/workload.js';

export interface AgentParts {
  config: AgentConfig;
  probes: ProbeRegistry;
  logger: Logger;
  /** Milliseconds; the protocol's value when absent. */
  runLimitMs?: number;
  /** Milliseconds; the protocol's value when absent. */
  renewEveryMs?: number;
}

@Module({})
export class AgentModule {
  static of(parts: AgentParts): DynamicModule {
    const agentId = randomUUID();
    const metrics = new AgentMetrics(parts.config.concurrency);
    const works = assemble(parts, agentId, metrics);
    const logger = parts.logger.child({ context: 'Lifecycle' });
    const lifecycle = new Lifecycle(works, agentId, parts.config.graceSeconds * 1_000, logger);
    return {
      module: AgentModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController, ...(parts.config.metrics ? [MetricsController] : [])],
      providers: [
        { provide: Lifecycle, useFactory: () => lifecycle },
        { provide: Readiness, useFactory: () => works.readiness },
        { provide: AgentMetrics, useFactory: () => metrics },
      ],
    };
  }
}

/** The working parts are plain classes: what each needs is what its constructor says. */
function assemble(
  { config, probes, logger, runLimitMs, renewEveryMs }: AgentParts,
  agentId: string,
  metrics: AgentMetrics,
): Works {
  const log = (context: string) => logger.child({ context });
  const readiness = new Readiness();
  const api = new ApiClient(config.apiUrl, config.apiKey);
  const pacer = new Pacer(log('Pacer'), metrics);
  const lost = (reports: number) => metrics.dropped('spool_full', reports);
  const location = `${config.apiUrl} ${config.apiKey}`;
  const spool = new Spool(config.spoolDirectory, agentId, location, log('Spool'), undefined, lost);
  const reporter = new Reporter(api, agentId, spool, log('Reporter'), metrics);
  const runner = new Runner(probes, log('Runner'), runLimitMs);
  const deliver = (report: RunReport) => reporter.deliver(report);
  const workload = new Workload(config.concurrency, runner, pacer, deliver, log('Workload'), metrics);
  const renewal = new Renewal(api, agentId, workload, log('Renewal'), metrics, renewEveryMs);
  const identity = { agentId, checkTypes: [...probes.keys()], runtimes: [], version: AGENT_VERSION };
  const leaseLoop = new LeaseLoop(api, identity, workload, readiness, log('LeaseLoop'), metrics);
  metrics.watch(() => ({
    ready: readiness.isReady,
    held: workload.size,
    running: workload.running,
    spooledBytes: spool.bytes,
  }));
  return { readiness, api, pacer, reporter, workload, renewal, leaseLoop };
}
