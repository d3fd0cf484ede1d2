import type { ReportVerdict, RunReport } from '#agent-protocol';
import { QUEUE_TIME_MS } from '#domain';
import type { LocationPrincipal } from '#http';
import { Database, resultId, type Transaction } from '#persistence';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { advanceSessions, lockExpired, lockRuns, storedIds, storeResults } from './ingestion.queries.js';
import { givenUp, judge, outcomeOf } from './judge.js';
import { PipelineMetrics, type Recorded } from '../metrics/index.js';
import { announce, INGESTION_STEPS, type IngestionStep, type LockedRun, type RunOutcome } from '../runs/index.js';

const GIVE_UP_BATCH = 100;

/** Locations whose agents asked for work within the last minute. */
const SERVED = `SELECT slug_name AS slug FROM private_locations WHERE account_id = $1 AND last_seen > now() - interval '1 minute'`;

/** Stores what agents report: everything a batch leads to in one transaction, and every report at most once. */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger('Ingestion');

  constructor(
    private readonly database: Database,
    private readonly metrics: PipelineMetrics,
    @Inject(INGESTION_STEPS) private readonly steps: IngestionStep[],
  ) {}

  /** A verdict for each report, in their order. What is accepted is stored for good when this resolves. */
  async ingest({ accountId, slugName }: LocationPrincipal, reports: RunReport[]): Promise<ReportVerdict[]> {
    const startedAt = performance.now();
    const { verdicts, recorded } = await this.database.transaction(async (transaction) => {
      const runs = new Map(
        (
          await lockRuns(
            transaction,
            accountId,
            reports.map(({ runId }) => runId),
          )
        ).map((run) => [run.id, run]),
      );
      const idOf = (report: RunReport) => resultId(report.runId, slugName, report.attempt);
      const held = (report: RunReport) => {
        const run = runs.get(report.runId);
        return run?.location === slugName ? run : undefined;
      };
      // Whoever holds the run for this attempt has not reported it: storing the result would have moved the run on.
      const doubtful = reports.filter((report) => judge(held(report), report, false) !== 'accepted');
      const stored = await storedIds(transaction, accountId, doubtful.map(idOf));
      const served = needsServed(runs) ? await this.served(transaction, accountId) : [];
      const outcomes: RunOutcome[] = [];
      const judged = reports.map((report) => {
        const run = held(report);
        const verdict = judge(run, report, stored.has(idOf(report)));
        if (verdict !== 'accepted') return verdict;
        outcomes.push(outcomeOf(run!, report, served));
        stored.add(idOf(report));
        runs.set(report.runId, { ...run!, state: 'done' });
        return verdict;
      });
      return { verdicts: judged, recorded: await this.record(transaction, outcomes, runs) };
    });
    this.metrics.reported(verdicts, (performance.now() - startedAt) / 1_000);
    this.metrics.recorded(recorded);
    this.logger.debug({ runIds: reports.map(({ runId }) => runId), verdicts }, 'reported');
    const stale = verdicts.filter((verdict) => verdict === 'stale').length;
    if (stale > 0)
      this.logger.warn({ stale, location: slugName }, 'reports refused: their runs were leased again or have ended');
    return verdicts;
  }

  /**
   * Ends runs that nobody finished (decision 24). Answers how many. `forgotten`: also those that are too old to be handed
   * out, of a service that was away for days; they are looked for in all partitions.
   */
  async giveUp(forgotten = false): Promise<number> {
    const { recorded, ended } = await this.database.transaction(async (transaction) => {
      const runs = await lockExpired(transaction, forgotten, GIVE_UP_BATCH);
      const now = new Date();
      const recorded = await this.record(
        transaction,
        runs.map((run) => givenUp(run, now)),
        new Map(runs.map((run) => [run.id, run])),
      );
      return { recorded, ended: runs.length };
    });
    this.metrics.gaveUp(ended);
    this.metrics.recorded(recorded);
    return ended;
  }

  private async record(
    transaction: Transaction,
    outcomes: RunOutcome[],
    runs: Map<string, LockedRun>,
  ): Promise<Recorded> {
    if (outcomes.length === 0) return { results: [], ended: [] };
    const results = outcomes.map(({ result }) => result);
    const changes = outcomes.map(({ change }) => change);
    await storeResults(transaction, results, changes, QUEUE_TIME_MS);
    const sessions = await advanceSessions(transaction, results);
    const known = results.filter((result) => runs.get(result.run_id)?.check);
    const finals = known.filter((result) => result.result_type === 'FINAL');
    for (const step of this.steps) {
      const wanted = step.attemptsToo ? known : finals;
      if (wanted.length > 0) await step.apply(transaction, wanted, sessions);
    }
    const again = outcomes.filter(({ change }) => change.state === 'queued' && change.wait_ms === 0);
    if (again.length > 0)
      await announce(
        transaction,
        again.map(({ change }) => ({ accountId: change.account_id, location: change.location })),
      );
    return { results, ended: sessions.flatMap(({ ended, status }) => (ended ? [status] : [])) };
  }

  private async served(transaction: Transaction, account: string): Promise<string[]> {
    return (await transaction.rows<{ slug: string }>(SERVED, [account])).map(({ slug }) => slug);
  }
}

/** Only checks with several locations can be retried elsewhere. */
function needsServed(runs: Map<string, LockedRun>): boolean {
  return [...runs.values()].some(({ check }) => (check?.privateLocations?.length ?? 0) > 1);
}
