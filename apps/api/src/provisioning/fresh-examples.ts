import type { PathExamples } from '#http';
import type { Database, Statement } from '#persistence';
import { EXAMPLE_ACCOUNT_ID } from '../accounts/index.js';
import { EXAMPLE_CHECK_ID } from './examples.js';

/** One row while the example check exists, without ids before its first result. */
const NEWEST: Statement = {
  name: 'example_check_newest_result',
  text: `SELECT r.id, r.session_id AS "sessionId"
    FROM checks c LEFT JOIN LATERAL (
      SELECT id, session_id FROM check_results
      WHERE account_id = c.account_id AND check_id = c.id AND result_type = 'FINAL'
      ORDER BY started_at DESC, id DESC LIMIT 1
    ) r ON true
    WHERE c.account_id = $1 AND c.id = $2`,
};

const FRESH_MS = 5_000;

/**
 * Ids of results and sessions carry their moment, so no fixed example can exist: these are the newest of the example check,
 * and of nothing else. Whoever asks needs no key, so there is at most one look-up in 5 s, and only one ever where there are
 * no examples. Without the database the document keeps the examples it has.
 */
export function freshExamples(database: Database): () => Promise<PathExamples> {
  let examples: Promise<PathExamples> = Promise.resolve({});
  let until = 0;
  const look = async (): Promise<PathExamples> => {
    const rows = await database.rows<{ id: string | null; sessionId: string | null }>(NEWEST, [
      EXAMPLE_ACCOUNT_ID,
      EXAMPLE_CHECK_ID,
    ]);
    if (!rows[0]) until = Number.POSITIVE_INFINITY;
    const { id, sessionId } = rows[0] ?? {};
    return id && sessionId ? { checkResultId: id, checkSessionId: sessionId } : {};
  };
  return () => {
    if (Date.now() < until) return examples;
    until = Date.now() + FRESH_MS;
    return (examples = look().catch(() => ({})));
  };
}
