import { REPORT_VERDICTS, type ReportVerdict } from '#agent-protocol';
import { FINAL_SESSION_STATUSES, type CheckType, type ResultType, type SessionStatus } from '#domain';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds between the time of a run and its claim; the scheduler looks three times a second. */
const LATENESS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Seconds that storing a batch of 1 to 100 reports takes. */
const STORING = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What a round of the scheduler did. */
export interface ClaimRound {
  due: number;
  /** Not started because of a maintenance window. */
  paused: number;
  /** Not started because no location of the check is reachable. */
  unreachable: number;
  skipped: number;
  runs: number;
  /** For each check that was not paused how late it was, in milliseconds. */
  lateness: number[];
}

/** How long a run waited for its first agent, in milliseconds; `lateMs` is null where it was not scheduled. */
export interface RunWait {
  checkType: CheckType;
  queuedMs: number;
  lateMs: number | null;
}

/** What was committed about runs: by a batch of reports, or by giving up. */
export interface Recorded {
  results: { check_type: CheckType; result_type: ResultType }[];
  ended: SessionStatus[];
}

/**
 * What the steps of the pipeline have done in this process since it started. Call these after the commit: a transaction
 * may be tried again, and then its counts would be counted twice.
 */
@Injectable()
export class PipelineMetrics {
  private readonly claims: Counter;
  private readonly pauses: Counter;
  private readonly unreachable: Counter;
  private readonly outages: Counter;
  private readonly skips: Counter;
  private readonly queued: Counter;
  private readonly lateness: Histogram;
  private readonly startLateness: Histogram;
  private readonly queueTime: Histogram;
  private readonly leases: Counter;
  private readonly takeovers: Counter;
  private readonly releases: Counter;
  private readonly losses: Counter;
  private readonly agentErrors: Counter;
  private readonly waiting: Gauge;
  private readonly reports: Counter;
  private readonly storing: Histogram;
  private readonly results: Counter;
  private readonly abandoned: Counter;
  private readonly sessions: Counter;
  private readonly partitions: Counter;

  constructor(@Inject(Registry) registry: Registry) {
    const registers = [registry];
    const counter = (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name: `pharos_${name}`, help, labelNames, registers });
    const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
      new Histogram({ name: `pharos_${name}`, help, buckets, labelNames, registers });

    this.claims = counter('scheduler_claimed_checks_total', 'Checks claimed because they were due');
    this.pauses = counter('scheduler_paused_checks_total', 'Claimed checks not started: a maintenance window');
    this.unreachable = counter(
      'scheduler_unreachable_checks_total',
      'Claimed checks not started: none of their locations is reachable',
    );
    this.outages = counter(
      'location_outages_total',
      'Locations whose last agent went, and those that one came back to',
      'event',
    );
    for (const event of ['begun', 'ended']) this.outages.inc({ event }, 0);
    this.skips = counter('scheduler_skipped_checks_total', 'Claimed checks not started: they were still in progress');
    this.queued = counter('scheduler_queued_runs_total', 'Runs queued by the scheduler, one per check and location');
    this.lateness = histogram('scheduler_lateness_seconds', 'From the time of a check to its claim', LATENESS);
    this.startLateness = histogram(
      'run_start_lateness_seconds',
      'From the time of a scheduled run to the agent that takes it',
      LATENESS,
      'check_type',
    );
    this.queueTime = histogram('run_queue_seconds', 'From queueing a run to its first lease', LATENESS, 'check_type');
    this.leases = counter('leases_granted_total', 'Runs handed out to agents');
    this.takeovers = counter('lease_takeovers_total', 'Runs handed out again because a lease ended without a report');
    this.releases = counter('leases_released_total', 'Runs that agents handed back');
    this.losses = counter('leases_lost_total', 'Leases that could not be renewed: leased again or ended');
    this.agentErrors = counter('agent_errors_total', "Agents' own errors that they told of", 'check_type');
    this.waiting = new Gauge({ name: 'pharos_waiting_agents', help: 'Agents that wait here for work', registers });
    this.reports = counter('ingestion_reports_total', 'Reports of agents by verdict', 'verdict');
    this.storing = histogram('ingestion_batch_duration_seconds', 'Storing one batch of reports', STORING);
    this.results = counter('ingestion_results_stored_total', 'Results stored', 'check_type', 'result_type');
    this.abandoned = counter('ingestion_runs_given_up_total', 'Runs ended because no agent finished them');
    this.sessions = counter('sessions_ended_total', 'Check sessions ended, by status', 'status');
    this.partitions = counter('maintenance_partitions_made_total', 'Day partitions made by this process');
    for (const verdict of REPORT_VERDICTS) this.reports.inc({ verdict }, 0);
    for (const status of FINAL_SESSION_STATUSES) this.sessions.inc({ status }, 0);
  }

  claimed({ due, paused, unreachable, skipped, runs, lateness }: ClaimRound): void {
    this.claims.inc(due);
    this.pauses.inc(paused);
    this.unreachable.inc(unreachable);
    this.skips.inc(skipped);
    this.queued.inc(runs);
    for (const ms of lateness) this.lateness.observe(ms / 1_000);
  }

  locationsLost(locations: number): void {
    this.outages.inc({ event: 'begun' }, locations);
  }

  locationFound(): void {
    this.outages.inc({ event: 'ended' });
  }

  leased(runs: number, takeovers: number, waits: readonly RunWait[]): void {
    this.leases.inc(runs);
    this.takeovers.inc(takeovers);
    for (const { checkType: check_type, queuedMs, lateMs } of waits) {
      this.queueTime.observe({ check_type }, queuedMs / 1_000);
      if (lateMs !== null) this.startLateness.observe({ check_type }, lateMs / 1_000);
    }
  }

  released(runs: number): void {
    this.releases.inc(runs);
  }

  lost(leases: number): void {
    this.losses.inc(leases);
  }

  agentFailed(checkType: CheckType | null, errors: number): void {
    this.agentErrors.inc({ check_type: checkType ?? 'none' }, errors);
  }

  /** Counts an agent as waiting until `wait` is over. */
  async whileWaiting(wait: Promise<void>): Promise<void> {
    this.waiting.inc();
    await wait.finally(() => this.waiting.dec());
  }

  reported(verdicts: readonly ReportVerdict[], seconds: number): void {
    for (const verdict of verdicts) this.reports.inc({ verdict });
    this.storing.observe(seconds);
  }

  recorded({ results, ended }: Recorded): void {
    for (const { check_type, result_type } of results) this.results.inc({ check_type, result_type });
    for (const status of ended) this.sessions.inc({ status });
  }

  gaveUp(runs: number): void {
    this.abandoned.inc(runs);
  }

  partitionsMade(partitions: number): void {
    this.partitions.inc(partitions);
  }
}
