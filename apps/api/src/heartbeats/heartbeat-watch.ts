import { spanText, type AccountId } from '#domain';
import { Database, newId, Periodic } from '#persistence';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Background } from '../background.js';
import { noteOutcomes } from './heartbeat-outcomes.js';

const EVERY_MS = 1_000;
const BATCH = 100;

/**
 * Pings that did not come by the end of the grace, each found by one replica (SKIP LOCKED). The timer starts anew in any case
 * (reference 5.8). Whatever was expected while the whole service was away may have come and found nobody: nothing is known of it. In a maintenance window, or in a group that is not activated, nobody is missed.
 */
const MISSED = {
  name: 'heartbeats_missed',
  text: `
  WITH due AS (
    SELECT h.account_id, h.check_id, h.expected_at > p.outage_ended_at AND NOT EXISTS (
      SELECT FROM check_schedules s WHERE s.account_id = h.account_id AND s.check_id = h.check_id
        AND now() >= s.pause_from AND now() < s.pause_to) AND NOT EXISTS (
      SELECT FROM checks c JOIN check_groups g ON g.account_id = c.account_id AND g.id = c.group_id
      WHERE c.account_id = h.account_id AND c.id = h.check_id AND NOT g.activated) AS is_missed
    FROM (SELECT account_id, check_id, expected_at FROM heartbeats WHERE active AND due_at < now()
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) h CROSS JOIN service_pulse p
  )
  UPDATE heartbeats h SET failing = h.failing OR due.is_missed, expected_at = now() + h.period_ms * interval '1 ms',
    due_at = now() + (h.period_ms + h.grace_ms) * interval '1 ms'
  FROM due WHERE h.account_id = due.account_id AND h.check_id = due.check_id
  RETURNING h.account_id AS "accountId", h.check_id AS "checkId", due.is_missed AS "isMissed", h.period_ms::float8 AS "periodMs",
    h.grace_ms::float8 AS "graceMs", now() AS at`,
};

const EVENTS = {
  name: 'heartbeats_failing',
  text: `INSERT INTO heartbeat_events (account_id, check_id, id, state, timestamp)
    SELECT n.*, 'FAILING', now() FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS n`,
};

interface DueHeartbeat {
  accountId: AccountId;
  checkId: string;
  isMissed: boolean;
  periodMs: number;
  graceMs: number;
  at: Date;
}

/** Notices pings that do not come. Every replica runs one; PostgreSQL's locks keep them apart. */
@Injectable()
export class HeartbeatWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Heartbeats');
  private readonly loop = new Periodic('Heartbeats', EVERY_MS, () => this.round());

  constructor(
    private readonly database: Database,
    private readonly background: Background,
  ) {}

  onApplicationBootstrap(): void {
    if (this.background.enabled) this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Answers whether there may be more. */
  async round(): Promise<boolean> {
    const due = await this.database.transaction(async (transaction) => {
      const rows = await transaction.rows<DueHeartbeat>(MISSED, [BATCH]);
      const missed = rows.filter(({ isMissed }) => isMissed);
      if (missed.length === 0) return rows;
      const columns = [missed.map(({ accountId }) => accountId), missed.map(({ checkId }) => checkId)];
      await transaction.rows(EVENTS, [...columns, missed.map(({ at }) => newId(at.getTime()))]);
      await noteOutcomes(
        transaction,
        missed.map(({ accountId, checkId, at, ...timing }) => ({ accountId, checkId, at, error: errorOf(timing) })),
      );
      return rows;
    });
    if (due.length > 0) this.logger.debug({ due: due.length }, 'pings that did not come');
    return due.length === BATCH;
  }
}

function errorOf({ periodMs, graceMs }: Pick<DueHeartbeat, 'periodMs' | 'graceMs'>): string {
  const grace = graceMs === 0 ? '' : ` and ${spanText(graceMs)} of grace`;
  return `No ping came within ${spanText(periodMs)}${grace}.`;
}
