import { effectiveSchedule, ruleBroken, type AccountId, type Check } from '#domain';
import { AccountRepository, Database, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { PipelineMetrics } from '../metrics/index.js';
import { CheckRow } from './check.entity.js';

const MESSAGES = {
  checks_pkey: 'A check with this id exists already.',
  check_private_locations_location_fkey: '"privateLocations" names a location that the account does not have.',
};

/** A changed schedule starts anew at once; an unchanged one keeps its next run. */
const WRITE_SCHEDULE = `
  INSERT INTO check_schedules (account_id, check_id, active, period_ms, phase_ms, run_parallel, locations, next_run_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now())
  ON CONFLICT (account_id, check_id) DO UPDATE SET
    active = excluded.active, period_ms = excluded.period_ms, phase_ms = excluded.phase_ms,
    run_parallel = excluded.run_parallel, locations = excluded.locations,
    next_run_at = CASE
      WHEN check_schedules.active AND check_schedules.period_ms = excluded.period_ms AND check_schedules.phase_ms = excluded.phase_ms
      THEN check_schedules.next_run_at ELSE excluded.next_run_at END`;

/** What still runs for a deleted check ends: queued runs are forgotten, open sessions are cancelled. */
const END_RUNS = `UPDATE check_runs SET state = 'done' WHERE account_id = $1 AND check_id = $2 AND state <> 'done'`;
const CANCEL_SESSIONS = `UPDATE check_sessions SET status = 'CANCELLED', stopped_at = now()
  WHERE account_id = $1 AND check_id = $2 AND stopped_at IS NULL RETURNING id`;

@Injectable()
export class ChecksRepository extends AccountRepository<CheckRow> {
  constructor(
    database: Database,
    private readonly metrics: PipelineMetrics,
  ) {
    super(database, CheckRow, MESSAGES);
  }

  add(account: AccountId, check: Check): Promise<CheckRow> {
    return this.insert(account, check as Omit<CheckRow, 'accountId'>, async (row, transaction) => {
      if (row.privateLocations === undefined)
        row.privateLocations = await this.settleLocations(transaction, account, row);
      await this.materialise(transaction, account, row);
    });
  }

  update(account: AccountId, id: string, step: (row: CheckRow) => void): Promise<CheckRow> {
    return this.change(account, { id }, async (row, transaction) => {
      step(row);
      row.updatedAt = new Date();
      await this.materialise(transaction, account, row);
    });
  }

  /** Deletes the check and ends what runs for it. Its schedule goes first, so no new run can begin meanwhile. */
  async removeCheck(account: AccountId, id: string): Promise<void> {
    const cancelled = await this.database.transaction(async (transaction) => {
      const row = await this.locked(transaction, account, { id });
      await transaction.manager.delete(CheckRow, { accountId: account, id: row.id });
      await transaction.rows(END_RUNS, [account, id]);
      return transaction.rows(CANCEL_SESSIONS, [account, id]);
    });
    this.metrics.recorded({ results: [], ended: cancelled.map(() => 'CANCELLED') });
  }

  /** A check that names no location at all runs in the private location `default`, where there is one. */
  private async settleLocations(
    transaction: Transaction,
    account: AccountId,
    { id, locations }: CheckRow,
  ): Promise<string[]> {
    if (locations?.length) return [];
    const found = await transaction.rows<{ slug: string }>(
      `UPDATE checks SET private_locations = ARRAY(SELECT slug_name FROM private_locations WHERE account_id = $1 AND slug_name = 'default')
       WHERE account_id = $1 AND id = $2 RETURNING private_locations[1] AS slug`,
      [account, id],
    );
    return found.flatMap(({ slug }) => (slug ? [slug] : []));
  }

  private async materialise(transaction: Transaction, account: AccountId, check: CheckRow): Promise<void> {
    const named = check.privateLocations ?? [];
    if (new Set(named).size < named.length)
      throw ruleBroken('"privateLocations" must not name a location twice', 'privateLocations');
    await transaction.rows(
      'DELETE FROM check_private_locations WHERE account_id = $1 AND check_id = $2 AND slug_name <> ALL ($3)',
      [account, check.id, named],
    );
    await transaction.rows(
      'INSERT INTO check_private_locations (account_id, check_id, slug_name) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
      [account, check.id, named],
    );
    const { active, periodMs, phaseMs, runParallel, locations } = effectiveSchedule(check);
    await transaction.rows(WRITE_SCHEDULE, [account, check.id, active, periodMs, phaseMs, runParallel, locations]);
  }
}
