import { nextPause, type AccountId, type Recurrence } from '#domain';
import { Database, type Transaction } from '#persistence';
import { Injectable, Logger } from '@nestjs/common';
import { firstRunFromSql } from '../runs/index.js';

/**
 * Whoever changes checks shares this lock of the account, whoever changes its windows has it alone: so neither can miss
 * what the other has not yet committed. To be taken before any schedule is locked.
 */
const KEY = `hashtextextended('pauses/' || $1::text, 0)`;
const SHARE = `SELECT pg_advisory_xact_lock_shared(${KEY})`;
const TRY_TO_SHARE = `SELECT pg_try_advisory_xact_lock_shared(${KEY}) AS shared`;
const HAVE_ALONE = `SELECT pg_advisory_xact_lock(${KEY})`;

/**
 * The checks that windows name, by tag or exact name of their own or of their group, grouped by the windows they have in
 * common; and those that have a pause and are named by none any more. With a list of ids only these.
 */
const MATCHES = `
  WITH names AS (
    SELECT w.id, t.name FROM maintenance_windows w CROSS JOIN LATERAL unnest(w.tags) AS t (name) WHERE w.account_id = $1
  ), called AS (
    SELECT c.id, k.name FROM checks c
      LEFT JOIN check_groups g ON g.account_id = c.account_id AND g.id = c.group_id
      CROSS JOIN LATERAL unnest(c.tags || c.name || coalesce(g.tags || g.name, '{}')) AS k (name)
    WHERE c.account_id = $1 AND ($2::uuid[] IS NULL OR c.id = ANY ($2))
  ), named AS (
    SELECT called.id, array_agg(DISTINCT names.id) AS windows FROM called JOIN names USING (name) GROUP BY called.id
  )
  SELECT coalesce(n.windows, '{}') AS windows, array_agg(s.check_id) AS checks
  FROM check_schedules s LEFT JOIN named n ON n.id = s.check_id
  WHERE s.account_id = $1 AND ($2::uuid[] IS NULL OR s.check_id = ANY ($2)) AND (n.id IS NOT NULL OR s.pause_to IS NOT NULL)
  GROUP BY 1`;

const WINDOWS = `SELECT w.id, w.starts_at AS "startsAt", w.ends_at AS "endsAt", w.repeat_unit AS "repeatUnit",
    w.repeat_interval AS "repeatInterval", w.repeat_ends_at AS "repeatEndsAt",
    floor(extract(epoch FROM now()) * 1000)::float8 AS now
  FROM maintenance_windows w WHERE w.account_id = $1 AND w.id = ANY ($2)`;

/**
 * Writes pauses. A check that the claim has moved to the end of its pause comes back when the pause is shortened: to the
 * first point of its grid that is left free. Locks by check, as everybody does.
 */
const WRITE = `
  WITH n AS MATERIALIZED (
    SELECT c.check_id, n.pause_from, n.pause_to
    FROM json_to_recordset($2::json) AS n (checks uuid[], pause_from timestamptz, pause_to timestamptz)
      CROSS JOIN LATERAL unnest(n.checks) AS c (check_id)
  ), differing AS (
    SELECT s.check_id, n.pause_from, n.pause_to FROM check_schedules s JOIN n ON n.check_id = s.check_id
    WHERE s.account_id = $1 AND (s.pause_from, s.pause_to) IS DISTINCT FROM (n.pause_from, n.pause_to)
    ORDER BY s.check_id FOR UPDATE OF s
  )
  UPDATE check_schedules s SET pause_from = d.pause_from, pause_to = d.pause_to,
    next_run_at = CASE WHEN s.pause_from <= now() AND s.pause_to > now() AND s.next_run_at >= s.pause_to
      THEN least(s.next_run_at, ${firstRunFromSql(`extract(epoch FROM greatest(now(), CASE WHEN d.pause_from <= now() THEN d.pause_to END)) * 1000`)})
      ELSE s.next_run_at END
  FROM differing d WHERE s.account_id = $1 AND s.check_id = d.check_id`;

/** Accounts with pauses that are over, those that wait longest first. */
const OVER = {
  name: 'pauses_over',
  text: 'SELECT account_id AS id FROM check_schedules WHERE pause_to <= now() GROUP BY account_id ORDER BY min(pause_to)',
};

/** At most $2. Rows that somebody else has locked are left for the next time. */
const LOCK_OVER = `SELECT coalesce(array_agg(check_id), '{}') AS checks FROM (
    SELECT check_id FROM check_schedules WHERE account_id = $1 AND pause_to <= now() ORDER BY check_id LIMIT $2
    FOR UPDATE SKIP LOCKED
  ) over`;

interface Match {
  windows: number[];
  checks: string[];
}

/** No window of the account changes until the transaction ends: before checks or groups are changed. */
export async function lockWindows(transaction: Transaction, account: AccountId): Promise<void> {
  await transaction.rows(SHARE, [account]);
}

/** After checks or groups have changed, under `lockWindows`: the pauses of these checks, in three statements at most. */
export async function settlePauses(transaction: Transaction, account: AccountId, checks: string[] | null) {
  const matches = await transaction.rows<Match>(MATCHES, [account, checks]);
  if (matches.length === 0) return;
  const ids = [...new Set(matches.flatMap(({ windows }) => windows))];
  const windows = await transaction.rows<Recurrence & { id: number; now: number }>(WINDOWS, [account, ids]);
  const byId = new Map(windows.map((window) => [window.id, window]));
  const pauses = matches.map((match) => {
    const naming = match.windows.flatMap((id) => byId.get(id) ?? []);
    const pause = naming[0] ? nextPause(naming, naming[0].now) : null;
    return { checks: match.checks, pause_from: pause && new Date(pause.from), pause_to: pause && new Date(pause.to) };
  });
  await transaction.rows(WRITE, [account, JSON.stringify(pauses)]);
}

/** After a window has changed: the pauses of all checks of the account. */
export async function settleAllPauses(transaction: Transaction, account: AccountId): Promise<void> {
  await transaction.rows(HAVE_ALONE, [account]);
  await settlePauses(transaction, account, null);
}

/** How many checks of an account are settled at once, so that none is too large for a round. */
const MOST_AT_ONCE = 1_000;
/** While accounts fail, a line as often as this, in milliseconds. */
const REPEAT_WARNING_MS = 30_000;

@Injectable()
export class PausesQueries {
  private readonly logger = new Logger('Scheduler');
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  /**
   * Gives checks whose pause is over their next one; until then they are not claimed. Who changes windows does so, too. What
   * is too much for one round, and an account that fails, come with the next.
   */
  async settleOver(): Promise<void> {
    for (const { id } of await this.database.rows<{ id: AccountId }>(OVER)) {
      try {
        await this.settleOverOf(id);
      } catch (error) {
        this.failed(error, id);
      }
    }
  }

  private async settleOverOf(account: AccountId): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [lock] = await transaction.rows<{ shared: boolean }>(TRY_TO_SHARE, [account]);
      if (!lock!.shared) return;
      const [over] = await transaction.rows<{ checks: string[] }>(LOCK_OVER, [account, MOST_AT_ONCE]);
      if (over!.checks.length > 0) await settlePauses(transaction, account, over!.checks);
    });
  }

  private failed(error: unknown, accountId: AccountId): void {
    if (performance.now() - this.warnedAt < REPEAT_WARNING_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ err: error, accountId }, 'checks go on waiting after a maintenance window');
  }
}
