import type { ReportVerdict, RunReport } from '#agent-protocol';
import { MAX_TAKEOVERS, QUEUE_TIME_MS } from '#domain';
import type { LocationPrincipal } from '#http';
import { Database, idFloor, resultId, type Transaction } from '#persistence';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { advanceSessions, changeRuns, lockExpired, lockRuns, storedIds, storeResults } from './ingestion.queries.js';
import { givenUp, judge, outcomeOf } from './judge.js';
import { announce, INGESTION_STEPS, type IngestionStep, type LockedRun, type RunOutcome } from '../runs/index.js';

const LOOK_BACK_MS = 2 * 86_400_000;
const GIVE_UP_BATCH = 100;

/** Locations whose agents asked for work within the last minute. */
const SERVED = `SELECT slug_name AS slug FROM private_locations WHERE account_id = $1 AND last_seen > now() - interval '1 minute'`;

/** Stores what agents report: everything a batch leads to in one transaction, and every report at most once. */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger('Ingestion');

  constructor(
    private readonly database: Database,
    @Inject(INGESTION_STEPS) private readonly steps: IngestionStep[],
  ) {}

  /** A verdict for each report, in their order. What is accepted is stored for good when this resolves. */
  async ingest({ accountId, slugName }: LocationPrincipal, reports: RunReport[]): Promise<ReportVerdict[]> {
    const verdicts = await this.database.transaction(async (transaction) => {
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
      const stored = await storedIds(transaction, accountId, reports.map(idOf));
      const served = needsServed(runs) ? await this.served(transaction, accountId) : [];
      const outcomes: RunOutcome[] = [];
      const judged = reports.map((report) => {
        const run = runs.get(report.runId);
        const verdict = judge(run?.location === slugName ? run : undefined, report, stored.has(idOf(report)));
        if (verdict !== 'accepted') return verdict;
        outcomes.push(outcomeOf(run!, report, served));
        stored.add(idOf(report));
        runs.set(report.runId, { ...run!, state: 'done' });
        return verdict;
      });
      await this.record(transaction, outcomes, runs);
      return judged;
    });
    const stale = verdicts.filter((verdict) => verdict === 'stale').length;
    if (stale > 0)
      this.logger.warn({ stale, location: slugName }, 'reports refused: their runs were leased again or have ended');
    return verdicts;
  }

  /** Ends runs that nobody finished (decision 24). Answers how many. */
  async giveUp(): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const since = idFloor(Date.now() - LOOK_BACK_MS);
      const runs = await lockExpired(transaction, since, MAX_TAKEOVERS, GIVE_UP_BATCH);
      const now = new Date();
      await this.record(
        transaction,
        runs.map((run) => givenUp(run, now)),
        new Map(runs.map((run) => [run.id, run])),
      );
      return runs.length;
    });
  }

  private async record(transaction: Transaction, outcomes: RunOutcome[], runs: Map<string, LockedRun>): Promise<void> {
    if (outcomes.length === 0) return;
    const results = outcomes.map(({ result }) => result);
    await storeResults(transaction, results);
    await changeRuns(
      transaction,
      outcomes.map(({ change }) => change),
      QUEUE_TIME_MS,
    );
    await advanceSessions(transaction, results);
    const finals = results.filter((result) => result.result_type === 'FINAL' && runs.get(result.run_id)?.check);
    if (finals.length > 0) for (const step of this.steps) await step.apply(transaction, finals);
    const again = outcomes.filter(({ change }) => change.state === 'queued' && change.wait_ms === 0);
    if (again.length > 0)
      await announce(
        transaction,
        again.map(({ change }) => ({ accountId: change.account_id, location: change.location })),
      );
  }

  private async served(transaction: Transaction, account: string): Promise<string[]> {
    return (await transaction.rows<{ slug: string }>(SERVED, [account])).map(({ slug }) => slug);
  }
}

/** Only checks with several locations can be retried elsewhere. */
function needsServed(runs: Map<string, LockedRun>): boolean {
  return [...runs.values()].some(({ check }) => (check?.privateLocations?.length ?? 0) > 1);
}
