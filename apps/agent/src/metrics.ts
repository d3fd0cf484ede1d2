import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { REPORT_VERDICTS, type ArtifactVerdict, type Lease, type ReportVerdict, type RunReport } from '#agent-protocol';

/** Seconds that a probe takes. */
const PROBES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Seconds from the arrival of a lease to the start of its probe. */
const LATENESS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];
/** Why a report got lost: the API will never take it, the spool was full, or the process ended without a disk that takes it; and files of runs that got lost. */
const DROPS = ['refused', 'spool_full', 'no_disk', 'artifact'] as const;

/** What is asked anew for each scrape. */
export interface AgentState {
  ready: boolean;
  held: number;
  running: number;
  spooledBytes: number;
}

/** Counts what this agent does. One per agent: tests have several in a process. */
export class AgentMetrics {
  private readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly probes = new Histogram({
    name: 'pharos_agent_probe_duration_seconds',
    help: 'Executing one attempt of a check; error: the agent could not',
    labelNames: ['check_type', 'outcome'],
    buckets: PROBES,
    registers: this.registers,
  });
  private readonly lateness = new Histogram({
    name: 'pharos_agent_start_lateness_seconds',
    help: 'From the arrival of a lease to the start of its probe: starts are paced',
    buckets: LATENESS,
    registers: this.registers,
  });
  private readonly loop = new Gauge({
    name: 'pharos_agent_event_loop_delay_seconds',
    help: '99th percentile of the last 10 s: response times measured meanwhile are too high by up to this',
    registers: this.registers,
  });
  private readonly leases = this.counter('leases_received_total', 'Runs leased');
  private readonly losses = this.counter('leases_lost_total', 'Leases that ended before their run did');
  private readonly failures = this.counter('api_failures_total', 'Calls to the API without a good answer', 'call');
  private readonly deliveries = this.counter('reports_delivered_total', 'Reports that the API answered', 'verdict');
  private readonly spooled = this.counter(
    'reports_spooled_total',
    'Reports put on disk, as the API could not be reached',
  );
  private readonly uploads = this.counter('artifacts_uploaded_total', 'Files of runs that the API has', 'verdict');
  private readonly drops = this.counter(
    'reports_dropped_total',
    'Reports and artifacts that nobody will ever see',
    'reason',
  );
  private watchesProcess = false;

  constructor(concurrency: number) {
    this.gauge('capacity', 'Checks that may run at the same time', () => concurrency);
    for (const verdict of REPORT_VERDICTS) this.deliveries.inc({ verdict }, 0);
    for (const reason of DROPS) this.drops.inc({ reason }, 0);
  }

  /** Says where the numbers of the moment come from; once, when the parts are there. */
  watch(state: () => AgentState): void {
    this.gauge('ready', 'Whether the readiness probe says so', () => Number(state().ready));
    this.gauge('leases_held', 'Runs leased whose report was not taken yet', () => state().held);
    this.gauge('running_checks', 'Checks being executed', () => state().running);
    this.gauge('spool_bytes', 'Bytes of reports on disk', () => state().spooledBytes);
  }

  leased(runs: number): void {
    this.leases.inc(runs);
  }

  lost(leases: number): void {
    this.losses.inc(leases);
  }

  callFailed(call: 'lease' | 'renew' | 'report' | 'artifact'): void {
    this.failures.inc({ call });
  }

  started(afterMs: number): void {
    this.lateness.observe(afterMs / 1_000);
  }

  executed({ check }: Lease, { hasErrors, hasFailures }: RunReport, seconds: number): void {
    const outcome = hasErrors ? 'error' : hasFailures ? 'failed' : 'passed';
    this.probes.observe({ check_type: check.checkType, outcome }, seconds);
  }

  delivered(verdicts: readonly ReportVerdict[]): void {
    for (const verdict of verdicts) this.deliveries.inc({ verdict });
  }

  uploaded(verdict: ArtifactVerdict): void {
    this.uploads.inc({ verdict });
  }

  keptOnDisk(reports: number): void {
    this.spooled.inc(reports);
  }

  dropped(reason: (typeof DROPS)[number], reports: number): void {
    this.drops.inc({ reason }, reports);
  }

  eventLoopDelay(ms: number): void {
    this.loop.set(ms / 1_000);
  }

  /** The text for Prometheus. CPU, memory and the like are watched from the first time that somebody asks. */
  text(): Promise<string> {
    if (!this.watchesProcess) collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 20 });
    this.watchesProcess = true;
    return this.registry.metrics();
  }

  private counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name: `pharos_agent_${name}`, help, labelNames, registers: this.registers });
  }

  private gauge(name: string, help: string, value: () => number): void {
    const collect = function (this: Gauge) {
      this.set(value());
    };
    this.registry.registerMetric(new Gauge({ name: `pharos_agent_${name}`, help, registers: [], collect }));
  }
}
