import type { TriggerKind } from '#domain';

/** The statements of one kind of trigger: checks and groups have tables of their own and are alike in everything else. */
function statementsOf(things: string, table: string, column: string) {
  const columns = `id, ${column} AS target, sealed_token AS "sealedToken", called_at AS "calledAt", created_at AS "createdAt",
    updated_at AS "updatedAt"`;
  return {
    /** A second creation finds the first trigger (decision 17). No row for an unknown thing. */
    create: {
      name: `${table}_create`,
      text: `
      WITH made AS (
        INSERT INTO ${table}s AS t (account_id, ${column}, sealed_token)
        SELECT c.account_id, c.id, $3 FROM ${things} c WHERE c.account_id = $1 AND c.id = $2
        ON CONFLICT (account_id, ${column}) DO UPDATE SET ${column} = excluded.${column}
        RETURNING t.*, t.sealed_token = $3 AS is_new
      ), hashed AS (
        INSERT INTO ${table}_hashes (token_hash, account_id, trigger_id) SELECT $4, account_id, id FROM made WHERE is_new
      )
      SELECT ${columns} FROM made`,
    },
    get: { name: table, text: `SELECT ${columns} FROM ${table}s WHERE account_id = $1 AND ${column} = $2` },
    remove: {
      name: `${table}_remove`,
      text: `DELETE FROM ${table}s WHERE account_id = $1 AND ${column} = $2 RETURNING id`,
    },
    find: {
      name: `${table}_find`,
      text: `SELECT t.account_id AS "accountId", t.id, t.${column} AS target
        FROM ${table}_hashes h JOIN ${table}s t ON t.account_id = h.account_id AND t.id = h.trigger_id
        WHERE h.token_hash = $1 AND t.${column} = $2`,
    },
    called: {
      name: `${table}_called`,
      text: `UPDATE ${table}s SET called_at = now() WHERE account_id = $1 AND id = $2`,
    },
  };
}

export const STATEMENTS: Record<TriggerKind, ReturnType<typeof statementsOf>> = {
  check: statementsOf('checks', 'check_trigger', 'check_id'),
  group: statementsOf('check_groups', 'check_group_trigger', 'group_id'),
};

/** The checks of a group that can run, in their order, and how many of them may run at once (reference 5.6). */
export const MEMBERS = {
  name: 'check_group_trigger_members',
  text: `SELECT g.concurrency, ARRAY(
      SELECT c.id FROM checks c JOIN check_schedules s ON s.account_id = c.account_id AND s.check_id = c.id
      WHERE c.account_id = g.account_id AND c.group_id = g.id AND s.active AND ($3::text IS NULL OR $3 = ANY (s.locations))
      ORDER BY c.group_order, c.created_at DESC, c.id DESC
    ) AS "checkIds"
    FROM check_groups g WHERE g.account_id = $1 AND g.id = $2`,
};
