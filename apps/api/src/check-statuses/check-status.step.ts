import { momentOf, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { IngestionStep, StoredResult } from '../runs/index.js';

interface StatusChange {
  account_id: string;
  check_id: string;
  has_failures: boolean;
  has_errors: boolean;
  is_degraded: boolean;
  longest_run: number;
  shortest_run: number;
  last_run_location: string;
  last_check_run_id: number;
  ssl_days_remaining: number | null;
}

/**
 * The newest session decides; results of one session in several locations add up to the worst of them. Late results of
 * older sessions only count for the extremes. A check deleted meanwhile is passed over.
 */
export const UPSERT = {
  name: 'check_status_upsert',
  text: `
  INSERT INTO check_statuses AS s (account_id, check_id, has_failures, has_errors, is_degraded, longest_run, shortest_run,
    last_run_location, last_check_run_id, ssl_days_remaining)
  SELECT n.* FROM (
    SELECT * FROM json_to_recordset($1::json) AS n (account_id uuid, check_id uuid, has_failures boolean, has_errors boolean,
      is_degraded boolean, longest_run float8, shortest_run float8, last_run_location text, last_check_run_id bigint,
      ssl_days_remaining integer)
    ORDER BY check_id
  ) n CROSS JOIN LATERAL (
    SELECT FROM checks c WHERE c.account_id = n.account_id AND c.id = n.check_id FOR KEY SHARE) c
  ON CONFLICT (account_id, check_id) DO UPDATE SET
    has_failures = CASE WHEN excluded.last_check_run_id < s.last_check_run_id THEN s.has_failures
      ELSE excluded.has_failures OR (s.last_check_run_id = excluded.last_check_run_id AND s.has_failures) END,
    has_errors = CASE WHEN excluded.last_check_run_id < s.last_check_run_id THEN s.has_errors
      ELSE excluded.has_errors OR (s.last_check_run_id = excluded.last_check_run_id AND s.has_errors) END,
    is_degraded = CASE WHEN excluded.last_check_run_id < s.last_check_run_id THEN s.is_degraded
      ELSE excluded.is_degraded OR (s.last_check_run_id = excluded.last_check_run_id AND s.is_degraded) END,
    longest_run = greatest(s.longest_run, excluded.longest_run),
    shortest_run = least(s.shortest_run, excluded.shortest_run),
    last_run_location = CASE WHEN excluded.last_check_run_id < s.last_check_run_id THEN s.last_run_location
      ELSE excluded.last_run_location END,
    ssl_days_remaining = CASE WHEN excluded.last_check_run_id < s.last_check_run_id THEN s.ssl_days_remaining
      WHEN s.last_check_run_id = excluded.last_check_run_id THEN least(s.ssl_days_remaining, excluded.ssl_days_remaining)
      ELSE excluded.ssl_days_remaining END,
    last_check_run_id = greatest(s.last_check_run_id, excluded.last_check_run_id),
    updated_at = now()`,
};

/** Keeps the status of checks. Aborted runs say nothing about the target (decision 24). */
@Injectable()
export class CheckStatusStep implements IngestionStep {
  async apply(transaction: Transaction, finals: StoredResult[]): Promise<void> {
    const known = finals.filter(({ aborted }) => !aborted);
    if (known.length > 0) await transaction.rows(UPSERT, [JSON.stringify(statusChanges(known))]);
  }
}

/** One change per check, of the newest session in the batch. */
export function statusChanges(finals: StoredResult[]): StatusChange[] {
  const changes = new Map<string, StatusChange>();
  for (const final of finals) {
    const change = changeOf(final);
    const other = changes.get(final.check_id);
    changes.set(final.check_id, other ? merge(other, change) : change);
  }
  return [...changes.values()];
}

function changeOf(final: StoredResult): StatusChange {
  return {
    account_id: final.account_id,
    check_id: final.check_id,
    has_failures: final.has_failures,
    has_errors: final.has_errors,
    is_degraded: final.is_degraded,
    longest_run: final.response_time,
    shortest_run: final.response_time,
    last_run_location: final.run_location,
    last_check_run_id: momentOf(final.session_id),
    ssl_days_remaining: final.ssl_days_remaining ?? null,
  };
}

function merge(a: StatusChange, b: StatusChange): StatusChange {
  const [older, newer] = a.last_check_run_id <= b.last_check_run_id ? [a, b] : [b, a];
  const same = older.last_check_run_id === newer.last_check_run_id;
  return {
    ...newer,
    has_failures: newer.has_failures || (same && older.has_failures),
    has_errors: newer.has_errors || (same && older.has_errors),
    is_degraded: newer.is_degraded || (same && older.is_degraded),
    longest_run: Math.max(a.longest_run, b.longest_run),
    shortest_run: Math.min(a.shortest_run, b.shortest_run),
    ssl_days_remaining: same ? fewest(a, b) : newer.ssl_days_remaining,
  };
}

function fewest({ ssl_days_remaining: a }: StatusChange, { ssl_days_remaining: b }: StatusChange): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
