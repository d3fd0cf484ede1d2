import { pingState, type AccountId } from '#domain';
import { Database, newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import { noteOutcomes } from './heartbeat-outcomes.js';

/** The check of a ping token. */
export interface FoundHeartbeat {
  accountId: AccountId;
  checkId: string;
}

const FIND = {
  name: 'heartbeat_find',
  text: `SELECT account_id AS "accountId", check_id AS "checkId" FROM heartbeat_token_hashes WHERE token_hash = $1`,
};

const LOCK = {
  name: 'heartbeat_lock',
  text: `SELECT h.active, h.period_ms::float8 AS "periodMs", h.grace_ms::float8 AS "graceMs", h.failing AS "isFailing",
      round(extract(epoch FROM h.expected_at) * 1000)::float8 AS "expectedAt", round(extract(epoch FROM now()) * 1000)::float8 AS now
    FROM heartbeats h WHERE h.account_id = $1 AND h.check_id = $2 FOR UPDATE`,
};

/** The ping, and the timer anew. */
const RECORD = {
  name: 'heartbeat_record',
  text: `
  WITH timer AS (
    UPDATE heartbeats SET failing = false, expected_at = now() + period_ms * interval '1 ms',
      due_at = now() + (period_ms + grace_ms) * interval '1 ms'
    WHERE account_id = $1 AND check_id = $2
  )
  INSERT INTO heartbeat_events (account_id, check_id, id, state, timestamp, source, user_agent) VALUES ($1, $2, $3, $4, now(), $5, $6)`,
};

interface TimerRow {
  active: boolean;
  periodMs: number;
  graceMs: number;
  isFailing: boolean;
  expectedAt: number | null;
  now: number;
}

@Injectable()
export class PingQueries {
  constructor(private readonly database: Database) {}

  /** One indexed look-up: whoever asks has shown nothing yet. */
  async find(tokenHash: Buffer): Promise<FoundHeartbeat | undefined> {
    return (await this.database.rows<FoundHeartbeat>(FIND, [tokenHash]))[0];
  }

  /** Stores the ping and restarts the timer. False where the check is deactivated, or gone meanwhile. */
  async record(
    { accountId, checkId }: FoundHeartbeat,
    source: string | null,
    userAgent: string | null,
    id?: string,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const [timer] = await transaction.rows<TimerRow>(LOCK, [accountId, checkId]);
      if (!timer?.active) return false;
      const state = pingState(timer, timer.now);
      await transaction.rows(RECORD, [accountId, checkId, id ?? newId(timer.now), state, source, userAgent]);
      const changes = timer.isFailing || timer.expectedAt === null;
      if (changes) await noteOutcomes(transaction, [{ accountId, checkId, error: null, at: new Date(timer.now) }]);
      return true;
    });
  }
}
