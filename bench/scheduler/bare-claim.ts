import { Client } from 'pg';
import { serve } from '../serve.js';

const client = new Client({ connectionString: process.env['DATABASE_URL'], options: '-c jit=off' });
await client.connect();

/** The baseline: locks due rows and moves them on by a period; opens no sessions and queues no runs. */
const CLAIM = {
  name: 'bare_claim',
  text: `WITH due AS (
      SELECT account_id, check_id FROM check_schedules WHERE active AND next_run_at <= now()
      ORDER BY next_run_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    UPDATE check_schedules s SET next_run_at = s.next_run_at + s.period_ms * interval '1 ms'
    FROM due WHERE s.account_id = due.account_id AND s.check_id = due.check_id RETURNING s.check_id`,
};

/** Claims until nothing is due, each batch its own transaction. */
async function claimAll(batch: number): Promise<{ rows: number; ms: number }> {
  const startedAt = performance.now();
  let rows = 0;
  for (let due = batch; due === batch; rows += due)
    due = (await client.query({ ...CLAIM, values: [batch] })).rows.length;
  return { rows, ms: performance.now() - startedAt };
}

serve({ claimAll }, () => client.end());
