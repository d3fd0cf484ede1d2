import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { AgentConfig } from '#config';
import { HealthController } from './health.controller.js';
import { Lifecycle, type Works } from './lifecycle.js';
import type { Logger } from './logging.js';
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
    const works = assemble(parts, agentId);
    const lifecycle = new Lifecycle(works, agentId, parts.config.graceSeconds * 1_000, parts.logger);
    return {
      module: AgentModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController],
      providers: [
        { provide: Lifecycle, useFactory: () => lifecycle },
        { provide: Readiness, useFactory: () => works.readiness },
      ],
    };
  }
}

/** The working parts are plain classes: what each needs is what its constructor says. */
function assemble({ config, probes, logger, runLimitMs, renewEveryMs }: AgentParts, agentId: string): Works {
  const readiness = new Readiness();
  const api = new ApiClient(config.apiUrl, config.apiKey);
  const pacer = new Pacer(logger);
  const spool = new Spool(config.spoolDirectory, agentId, `${config.apiUrl} ${config.apiKey}`, logger);
  const reporter = new Reporter(api, agentId, spool, logger);
  const runner = new Runner(probes, logger, runLimitMs);
  const workload = new Workload(config.concurrency, runner, pacer, (report) => reporter.deliver(report), logger);
  const renewal = new Renewal(api, agentId, workload, logger, renewEveryMs);
  const identity = { agentId, checkTypes: [...probes.keys()], runtimes: [], version: AGENT_VERSION };
  const leaseLoop = new LeaseLoop(api, identity, workload, readiness, logger);
  return { readiness, api, pacer, reporter, workload, renewal, leaseLoop };
}
