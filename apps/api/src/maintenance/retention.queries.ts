import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';

/** Rows that go in one statement: a few milliseconds of work. */
const BATCH = 1_000;

/** The oldest first. A name ends with its day, see `make_partitions`. */
const OLD_PARTITIONS = {
  name: 'retention_partitions',
  text: `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = ANY ('{check_results,check_runs,check_sessions}'::regclass[])
      AND right(c.relname, 8) < to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYYMMDD')
    ORDER BY right(c.relname, 8), c.relname`,
};

const DROP = { name: 'retention_drop', text: 'SELECT drop_partition($1) AS dropped' };

/** Rows that somebody is changing are left for the next time: they are not that old, or will be then. */
const removal = (table: string, time: string, more = '') => ({
  name: `retention_${table}`,
  text: `WITH gone AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${time} < $1 ${more} ORDER BY ${time} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING 1)
    SELECT count(*)::int AS removed FROM gone`,
});

const REMOVALS = {
  heartbeatEvents: removal('heartbeat_events', 'timestamp'),
  alerts: removal('check_alerts', 'created_at'),
  outages: removal('private_location_outages', 'ended_at'),
  /** Results name their group. Those archived for ever stay: a new one would be in the lists again. */
  errorGroups: removal('error_groups', 'created_at', 'AND last_seen < $1 AND NOT archived_for_ever'),
  /** Few, as they go after a day; an index would make each lease of an agent dearer. */
  agents: removal('private_location_agents', 'last_seen_at'),
};
export type AgingRows = keyof typeof REMOVALS;

/** Nobody ends a session whose runs are gone: its check would count as running for ever. */
const FREE_CHECKS = {
  name: 'retention_free_checks',
  text: `UPDATE check_schedules SET open_session_ids = ARRAY(
      SELECT id FROM unnest(open_session_ids) AS open (id) WHERE id >= uuid_floor($1))
    WHERE uuid_floor($1) > ANY (open_session_ids)`,
};

/** Removes what is old, of all accounts. */
@Injectable()
export class RetentionQueries {
  constructor(private readonly database: Database) {}

  /** Names of partitions whose day ended before `before`, midnight in UTC. */
  async oldPartitions(before: Date): Promise<string[]> {
    return (await this.database.rows<{ name: string }>(OLD_PARTITIONS, [before])).map(({ name }) => name);
  }

  /** False when it is in use. */
  async drop(partition: string): Promise<boolean> {
    return (await this.database.rows<{ dropped: boolean }>(DROP, [partition]))[0]!.dropped;
  }

  async freeChecks(before: Date): Promise<void> {
    await this.database.rows(FREE_CHECKS, [before]);
  }

  /** Removes one batch. `more`: there may be others. */
  async remove(what: AgingRows, before: Date): Promise<{ removed: number; more: boolean }> {
    const [row] = await this.database.rows<{ removed: number }>(REMOVALS[what], [before]);
    return { removed: row!.removed, more: row!.removed === BATCH };
  }
}
