import type { Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { IngestionStep, StoredResult } from '../runs/index.js';

/** A new group, or one more occurrence of an old one. */
interface Seen {
  account_id: string;
  check_id: string;
  error_hash: string;
  id: string;
  raw_error_message: string | null;
  cleaned_error_message: string;
  first_seen: Date;
  last_seen: Date;
}

/**
 * Groups are locked by check and hash, after the locks of ingestion itself. The raw message stays that of the first result,
 * so an occurrence changes two times and a flag that no index holds. A check deleted meanwhile is passed over.
 */
const UPSERT = {
  name: 'error_group_upsert',
  text: `
  INSERT INTO error_groups AS g (account_id, check_id, error_hash, id, raw_error_message, cleaned_error_message, first_seen,
    last_seen)
  SELECT n.* FROM json_to_recordset($1::json) AS n (account_id uuid, check_id uuid, error_hash text, id uuid,
      raw_error_message text, cleaned_error_message text, first_seen timestamptz, last_seen timestamptz)
    JOIN checks c ON c.account_id = n.account_id AND c.id = n.check_id
  ORDER BY n.check_id, n.error_hash FOR KEY SHARE OF c
  ON CONFLICT (account_id, check_id, error_hash) DO UPDATE SET
    first_seen = least(g.first_seen, excluded.first_seen),
    last_seen = greatest(g.last_seen, excluded.last_seen),
    archived_until_next_event = false`,
};

/**
 * Keeps the groups of errors. ATTEMPT results count, too: an error that a retry got over is an error all the same (reference
 * 5.10: "per failing result"). One statement for a batch, and none where nothing failed.
 */
@Injectable()
export class ErrorGroupStep implements IngestionStep {
  readonly attemptsToo = true;

  async apply(transaction: Transaction, results: StoredResult[]): Promise<void> {
    const seen = seenIn(results);
    if (seen.length > 0) await transaction.rows(UPSERT, [JSON.stringify(seen)]);
  }
}

/** One entry for each group, with the message that came first in the batch. */
export function seenIn(results: StoredResult[]): Seen[] {
  const groups = new Map<string, Seen>();
  for (const result of results) {
    const { error_group_id: id, error_hash, cleaned_error_message, started_at } = result;
    if (id === null || error_hash === null || cleaned_error_message === null) continue;
    const known = groups.get(id);
    if (known) {
      if (started_at < known.first_seen) known.first_seen = started_at;
      if (started_at > known.last_seen) known.last_seen = started_at;
    } else {
      const { account_id, check_id, error_message: raw_error_message } = result;
      const messages = { raw_error_message, cleaned_error_message };
      const times = { first_seen: started_at, last_seen: started_at };
      groups.set(id, { account_id, check_id, error_hash, id, ...messages, ...times });
    }
  }
  return [...groups.values()];
}
