import { LEASE_SECONDS, type HeldLease, type Lease, type RunReport } from '#agent-protocol';
import type { Logger } from '../logging.js';
import type { AgentMetrics } from '../metrics.js';
import type { Pacer } from './pacer.js';
import type { Runner, Shared } from './runner.js';

interface Run extends Shared {
  lease: Lease;
  receivedAt: number;
  /** When the lease was last known to be ours, as `performance.now()`. */
  confirmedAt: number;
  state: 'queued' | 'running' | 'reporting';
  controller: AbortController;
}

/** Where reports go. Resolves when a report needs this process no longer: it was answered, or it is on disk. */
export type Deliver = (report: RunReport) => Promise<void>;

const keyOf = ({ runId, token }: HeldLease) => `${runId}:${token}`;

/** The runs that this agent holds: leased, being executed, or waiting for their report to be taken. */
export class Workload {
  private readonly runs = new Map<string, Run>();
  private queue: Run[] = [];
  private watchers: (() => void)[] = [];
  private pumping = false;
  private paused = false;

  constructor(
    private readonly concurrency: number,
    private readonly runner: Runner,
    private readonly pacer: Pacer,
    private readonly deliver: Deliver,
    private readonly logger: Logger,
    private readonly metrics: AgentMetrics,
  ) {}

  /** How many runs more could be taken. */
  get free(): number {
    return this.concurrency - this.runs.size;
  }

  get size(): number {
    return this.runs.size;
  }

  /** How many are being executed. */
  get running(): number {
    return [...this.runs.values()].filter(({ state }) => state === 'running').length;
  }

  accept(leases: readonly Lease[], shared: Shared): void {
    const now = performance.now();
    for (const lease of leases) {
      if (this.runs.has(keyOf(lease))) continue;
      const known = { lease, ...shared, receivedAt: now, confirmedAt: now };
      const run: Run = { ...known, state: 'queued', controller: new AbortController() };
      this.runs.set(keyOf(lease), run);
      this.queue.push(run);
    }
    void this.pump();
  }

  /** Resolves the next time that a run leaves. */
  change(): Promise<void> {
    return new Promise((resolve) => this.watchers.push(resolve));
  }

  held(): HeldLease[] {
    return [...this.runs.values()].map(({ lease: { runId, token } }) => ({ runId, token }));
  }

  /** The API renewed `leases` with a request sent at `at` (`performance.now()`), except those it says are lost. */
  renewed(leases: readonly HeldLease[], lost: readonly HeldLease[], at: number): void {
    for (const lease of leases) {
      const run = this.runs.get(keyOf(lease));
      if (run !== undefined) run.confirmedAt = at;
    }
    for (const lease of lost) {
      const run = this.runs.get(keyOf(lease));
      if (run === undefined) continue;
      this.metrics.lost(1);
      this.logger.warn({ runId: lease.runId, traceId: run.traceId }, 'A lease was lost: its run is dropped');
      this.drop(run);
    }
  }

  /** Starts nothing more, and lets go of what has not started. */
  pause(): HeldLease[] {
    this.paused = true;
    return this.letGo([...this.runs.values()].filter((run) => run.state === 'queued'));
  }

  /** Drops what is being executed. What only waits for its report to be taken stays. */
  abandon(): HeldLease[] {
    return this.letGo([...this.runs.values()].filter((run) => run.state !== 'reporting'));
  }

  private letGo(runs: readonly Run[]): HeldLease[] {
    for (const run of runs) this.drop(run);
    return runs.map(({ lease: { runId, token } }) => ({ runId, token }));
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length > 0 && !this.paused) {
      const ended = await this.pacer.turn();
      const run = this.queue.shift();
      if (run === undefined || this.paused || !this.isOurs(run)) ended();
      else void this.execute(run, ended);
    }
    this.pumping = false;
  }

  /** While the API is away a lease that waited here has run out: somebody else may have the run. */
  private isOurs(run: Run): boolean {
    if (!this.runs.has(keyOf(run.lease))) return false;
    if (performance.now() - run.confirmedAt < LEASE_SECONDS * 1_000) return true;
    this.drop(run);
    return false;
  }

  private async execute(run: Run, ended: () => void): Promise<void> {
    run.state = 'running';
    const { signal } = run.controller;
    const { lease, traceId } = run;
    const startedAt = performance.now();
    this.metrics.started(startedAt - run.receivedAt);
    const report = await this.runner.run(run, signal);
    ended();
    if (signal.aborted) return;
    const ms = performance.now() - startedAt;
    this.metrics.executed(lease, report, ms / 1_000);
    const { hasErrors, hasFailures } = report;
    this.logger.debug({ runId: lease.runId, traceId, ms: Math.round(ms), hasErrors, hasFailures }, 'Executed');
    run.state = 'reporting';
    await this.deliver(report);
    this.remove(run);
  }

  private drop(run: Run): void {
    this.queue = this.queue.filter((queued) => queued !== run);
    run.controller.abort(new Error('The run was given up'));
    this.remove(run);
  }

  private remove(run: Run): void {
    if (!this.runs.delete(keyOf(run.lease))) return;
    const watchers = this.watchers;
    this.watchers = [];
    for (const tell of watchers) tell();
  }
}
