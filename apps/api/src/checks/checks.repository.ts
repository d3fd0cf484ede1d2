import { ruleBroken, type AccountId, type Variable } from '#domain';
import { AccountRepository, Database, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { lockWindows, settlePauses } from '../maintenance-windows/index.js';
import { PipelineMetrics } from '../metrics/index.js';
import { OwnVariables } from '../variables/index.js';
import { oneCheck } from './check-view.js';
import { CheckRow } from './check.entity.js';
import { lockGroup, runtimeIdSql, scheduleOf, type LockedGroup } from './group-settings.js';
import { HeartbeatTimers } from './heartbeat-timers.js';

const MESSAGES = {
  checks_pkey: 'A check with this id exists already.',
  checks_group_fkey: '"groupId" names a check group that the account does not have',
  heartbeat_token_hashes_pkey: '"heartbeat.pingToken" cannot be used: choose another one.',
  check_private_locations_location_fkey: '"privateLocations" names a location that the account does not have.',
  check_snippets_setup_fkey: '"setupSnippetId" names a snippet that the account does not have.',
  check_snippets_tear_down_fkey: '"tearDownSnippetId" names a snippet that the account does not have.',
  check_trigger_incidents_service_fkey: '"triggerIncident" names a status-page service that the account does not have.',
};

/** A changed schedule starts anew at once; an unchanged one keeps its next run. */
const WRITE_SCHEDULE = `
  INSERT INTO check_schedules (account_id, check_id, active, period_ms, phase_ms, run_parallel, locations, runtime_id, next_run_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, ${runtimeIdSql('$8', '$9')}, now())
  ON CONFLICT (account_id, check_id) DO UPDATE SET
    active = excluded.active, period_ms = excluded.period_ms, phase_ms = excluded.phase_ms,
    run_parallel = excluded.run_parallel, locations = excluded.locations, runtime_id = excluded.runtime_id,
    next_run_at = CASE
      WHEN check_schedules.active AND check_schedules.period_ms = excluded.period_ms AND check_schedules.phase_ms = excluded.phase_ms
      THEN check_schedules.next_run_at ELSE excluded.next_run_at END`;

/** What a write answers: all of it. */
const WRITTEN = { name: 'check_written', text: oneCheck({ locked: true, dependencies: true }) };

/** Which service failures open incidents on, so that it cannot be deleted unnoticed; none with null. */
const WRITE_SERVICE = `
  WITH gone AS (DELETE FROM check_trigger_incidents WHERE account_id = $1 AND check_id = $2 AND $3::uuid IS NULL)
  INSERT INTO check_trigger_incidents (account_id, check_id, service_id) SELECT $1, $2, $3 WHERE $3::uuid IS NOT NULL
  ON CONFLICT (account_id, check_id) DO UPDATE SET service_id = excluded.service_id`;

/** Which snippets it runs, so that none of them can be deleted unnoticed; none with nulls. */
const WRITE_SNIPPETS = `
  WITH gone AS (
    DELETE FROM check_snippets WHERE account_id = $1 AND check_id = $2 AND coalesce($3::integer, $4::integer) IS NULL
  )
  INSERT INTO check_snippets (account_id, check_id, setup_snippet_id, tear_down_snippet_id)
  SELECT $1, $2, $3, $4 WHERE coalesce($3::integer, $4::integer) IS NOT NULL
  ON CONFLICT (account_id, check_id) DO UPDATE SET
    setup_snippet_id = excluded.setup_snippet_id, tear_down_snippet_id = excluded.tear_down_snippet_id`;

/** In the order of ingestion, which holds these while it stores the check's first status, and after the check, as changes: no deadlocks. */
const LOCK_WORK = [
  `SELECT FROM check_runs WHERE account_id = $1 AND check_id = $2 AND state <> 'done' ORDER BY id FOR UPDATE`,
  'SELECT FROM check_sessions WHERE account_id = $1 AND check_id = $2 AND stopped_at IS NULL ORDER BY id FOR UPDATE',
  'SELECT FROM check_schedules WHERE account_id = $1 AND check_id = $2 FOR UPDATE',
];

/** What still runs for a deleted check ends: queued runs are forgotten, open sessions are cancelled. */
const END_RUNS = `UPDATE check_runs SET state = 'done' WHERE account_id = $1 AND check_id = $2 AND state <> 'done'`;
const CANCEL_SESSIONS = `UPDATE check_sessions SET status = 'CANCELLED', stopped_at = now()
  WHERE account_id = $1 AND check_id = $2 AND stopped_at IS NULL RETURNING id`;

@Injectable()
export class ChecksRepository extends AccountRepository<CheckRow> {
  constructor(
    database: Database,
    private readonly metrics: PipelineMetrics,
    private readonly timers: HeartbeatTimers,
    private readonly variables: OwnVariables,
  ) {
    super(database, CheckRow, MESSAGES);
  }

  /** Answers the check as JSON text. */
  async add(account: AccountId, check: Partial<CheckRow>): Promise<string> {
    const values = { ...check, accountId: account, createdAt: new Date(), updatedAt: null } as CheckRow;
    this.complete(values);
    let json = '';
    await this.insert(account, values, async (row, transaction) => {
      if (row.privateLocations === undefined)
        row.privateLocations = await this.settleLocations(transaction, account, row);
      await this.materialise(transaction, account, row, await lockGroup(transaction, account, row.groupId));
      json = await written(transaction, row);
    });
    return this.timers.shown(account, json);
  }

  /** Answers the check as JSON text. */
  async update(account: AccountId, id: string, step: (row: CheckRow) => void): Promise<string> {
    let json = '';
    let before: number | null = null;
    const change = (row: CheckRow) => {
      before = row.groupId;
      const { settings } = row;
      step(row);
      row.updatedAt = new Date();
      this.complete(row, settings);
    };
    await this.change(account, { id }, change, async (row, transaction) => {
      await this.materialise(transaction, account, row, await lockGroup(transaction, account, row.groupId, before));
      json = await written(transaction, row);
    });
    return this.timers.shown(account, json);
  }

  /** Deletes the check and ends what runs for it. Its schedule goes first, so no new run can begin meanwhile. */
  async removeCheck(account: AccountId, id: string): Promise<void> {
    const cancelled = await this.database.transaction(async (transaction) => {
      await this.locked(transaction, account, { id });
      for (const lock of LOCK_WORK) await transaction.rows(lock, [account, id]);
      await transaction.manager.delete(CheckRow, { accountId: account, id });
      await transaction.rows(END_RUNS, [account, id]);
      return transaction.rows(CANCEL_SESSIONS, [account, id]);
    });
    this.metrics.recorded({ results: [], ended: cancelled.map(() => 'CANCELLED') });
  }

  /** What follows from other columns, and what is sealed of new settings. */
  private complete(row: CheckRow, before?: CheckRow['settings']): void {
    row.searchName = row.name.toLowerCase();
    this.timers.seal(row, before);
    this.sealVariables(row, before);
  }

  /** Values of secret variables leave the settings, which are answered as they are. */
  private sealVariables(row: CheckRow, before?: CheckRow['settings']): void {
    const [known, sent] = [variablesOf(before), variablesOf(row.settings)];
    if (!sent || sent === known) return;
    const stored = known?.map((one) => (one.secret ? { ...one, value: row.sealedVariables[one.key]! } : one)) ?? null;
    const changed = this.variables.change(row.accountId, stored, sent)!;
    const shown = changed.map((one) => (one.secret ? { ...one, value: '' } : one));
    row.settings = { ...row.settings, environmentVariables: shown };
    row.sealedVariables = Object.fromEntries(
      changed.filter(({ secret }) => secret).map(({ key, value }) => [key, value]),
    );
  }

  /** A check that names no location at all runs in the private location `default`, where there is one; heartbeats run nowhere. */
  private async settleLocations(
    transaction: Transaction,
    account: AccountId,
    { id, checkType, locations }: CheckRow,
  ): Promise<string[]> {
    const found = await transaction.rows<{ slug: string }>(
      `UPDATE checks SET private_locations = ARRAY(SELECT slug_name FROM private_locations WHERE account_id = $1 AND slug_name = 'default' AND $3)
       WHERE account_id = $1 AND id = $2 RETURNING private_locations[1] AS slug`,
      [account, id, checkType !== 'HEARTBEAT' && !locations?.length],
    );
    return found.flatMap(({ slug }) => (slug ? [slug] : []));
  }

  private async materialise(
    transaction: Transaction,
    account: AccountId,
    check: CheckRow,
    group: LockedGroup | null,
  ): Promise<void> {
    const named = check.privateLocations ?? [];
    if (new Set(named).size < named.length)
      throw ruleBroken('"privateLocations" must not name a location twice', 'privateLocations');
    await lockWindows(transaction, account);
    await transaction.rows(
      'DELETE FROM check_private_locations WHERE account_id = $1 AND check_id = $2 AND slug_name <> ALL ($3)',
      [account, check.id, named],
    );
    await transaction.rows(
      'INSERT INTO check_private_locations (account_id, check_id, slug_name) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
      [account, check.id, named],
    );
    await transaction.rows(WRITE_SERVICE, [account, check.id, check.triggerIncident?.serviceId ?? null]);
    await nameSnippets(transaction, account, check);
    const { active, periodMs, phaseMs, runParallel, locations, ...needs } = scheduleOf(check, group);
    const schedule = [active, periodMs, phaseMs, runParallel, locations, needs.needsRuntime, needs.runtimeId];
    await transaction.rows(WRITE_SCHEDULE, [account, check.id, ...schedule]);
    await settlePauses(transaction, account, [check.id]);
    await this.timers.write(transaction, check);
  }
}

const variablesOf = (settings?: CheckRow['settings']) => settings?.['environmentVariables'] as Variable[] | undefined;

async function written(transaction: Transaction, { accountId, id }: CheckRow): Promise<string> {
  const [row] = await transaction.rows<{ json: string }>(WRITTEN, [accountId, id]);
  return row!.json;
}

async function nameSnippets(transaction: Transaction, account: AccountId, { id, settings }: CheckRow): Promise<void> {
  if (!('setupSnippetId' in settings)) return;
  const { setupSnippetId, tearDownSnippetId } = settings;
  await transaction.rows(WRITE_SNIPPETS, [account, id, setupSnippetId, tearDownSnippetId]);
}
