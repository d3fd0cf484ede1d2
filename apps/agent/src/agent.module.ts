import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { RunReport } from '#agent-protocol';
import type { AgentConfig } from '#config';
import { ArtifactSpool } from './artifacts/artifact-spool.js';
import { ArtifactUploader } from './artifacts/artifact-uploader.js';
import { createGatherEvidence, type GatherEvidence } from './evidence/evidence.js';
import { FailureEvidence } from './evidence/failure-evidence.js';
import { ErrorTelemetry } from './error-telemetry.js';
import { HealthController } from './health.controller.js';
import { Lifecycle, type Works } from './lifecycle.js';
import type { Logger } from './logging.js';
import { MetricsController } from './metrics.controller.js';
import { AgentMetrics } from './metrics.js';
import type { ProbeRegistry } from './probes/registry.js';
import { AGENT_RUNTIMES, AGENT_VERSION } from './version.js';
import { ApiClient } from './work/api-client.js';
import { LeaseLoop, type Identity } from './work/lease-loop.js';
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
  /** From an error to the call that tells of it, in milliseconds. */
  telemetryMs?: number;
  /** Looks into failed connections; by the tools of this machine when absent. */
  gatherEvidence?: GatherEvidence;
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
  {
    config,
    probes,
    logger,
    runLimitMs,
    renewEveryMs,
    telemetryMs,
    gatherEvidence = createGatherEvidence(),
  }: AgentParts,
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
  const evidence = config.failureEvidence ? new FailureEvidence(gatherEvidence, log('Evidence')) : null;
  const artifacts = artifactsOf(config, api, agentId, log('Artifacts'), metrics);
  const { externalObservability } = config;
  const telemetry = new ErrorTelemetry(api, agentId, externalObservability, log('Telemetry'), telemetryMs);
  const runner = new Runner(
    probes,
    log('Runner'),
    runLimitMs,
    evidence,
    ({ runId, token, attempt, resultId }, files) => artifacts.keep({ runId, token, attempt, resultId }, files),
    (error, checkType) => telemetry.note(error, checkType),
  );
  const deliver = (report: RunReport) => reporter.deliver(report);
  const workload = new Workload(config.concurrency, runner, pacer, deliver, log('Workload'), metrics);
  const renewal = new Renewal(api, agentId, workload, log('Renewal'), metrics, renewEveryMs);
  const identity = identityOf(config, probes, agentId, log('Agent'));
  const leaseLoop = new LeaseLoop(api, identity, workload, readiness, log('LeaseLoop'), metrics);
  metrics.watch(() => ({
    ready: readiness.isReady,
    held: workload.size,
    running: workload.running,
    spooledBytes: spool.bytes,
  }));
  return { readiness, api, pacer, reporter, artifacts, telemetry, workload, renewal, leaseLoop };
}

function artifactsOf(config: AgentConfig, api: ApiClient, agentId: string, logger: Logger, metrics: AgentMetrics) {
  const lost = (files: number) => metrics.dropped('artifact', files);
  const location = createHash('sha256').update(`${config.apiUrl} ${config.apiKey}`).digest('hex').slice(0, 12);
  const spool = new ArtifactSpool(join(config.spoolDirectory, 'artifacts'), agentId, location, logger, undefined, lost);
  return new ArtifactUploader(api, spool, logger, metrics);
}

/** What it can run, and wants to. Scripts stand in API checks only: an agent for uptime alone has no runtime. */
function identityOf(config: AgentConfig, probes: ProbeRegistry, agentId: string, logger: Logger): Identity {
  const able = [...probes.keys()];
  const checkTypes = able.filter((type) => config.checkTypes?.includes(type) ?? true);
  const unable = config.checkTypes?.filter((name) => !checkTypes.some((type) => type === name)) ?? [];
  if (unable.length > 0) logger.warn({ checkTypes: unable }, 'PHAROS_AGENT_TYPES names what this agent cannot run');
  const runtimes = checkTypes.includes('API') ? [...AGENT_RUNTIMES] : [];
  return { agentId, checkTypes, runtimes, slots: config.concurrency, version: AGENT_VERSION };
}
