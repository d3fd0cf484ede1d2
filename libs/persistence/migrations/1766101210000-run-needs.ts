import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What runs need of an agent and what agents have, and when a run was due: for capabilities, capacity and schedule quality. */
export class RunNeeds1766101210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The runtime that the scripts of a run need; null where none is needed.
      ALTER TABLE check_schedules ADD COLUMN runtime_id text;
      -- due_at: the point of the grid; null of runs that somebody asked for.
      ALTER TABLE check_runs ADD COLUMN runtime_id text, ADD COLUMN due_at timestamptz(3);
      ALTER TABLE private_location_agents ADD COLUMN runtimes text[] NOT NULL DEFAULT '{}';

      UPDATE check_schedules s SET runtime_id = coalesce(c.runtime_id, g.runtime_id, a.runtime_id)
      FROM checks c JOIN accounts a ON a.account_id = c.account_id
        LEFT JOIN check_groups g ON g.account_id = c.account_id AND g.id = c.group_id
      WHERE s.account_id = c.account_id AND s.check_id = c.id AND c.check_type = 'API' AND (
        c.settings ->> 'setupSnippetId' <> '' OR c.settings ->> 'tearDownSnippetId' <> ''
        OR c.settings ->> 'localSetupScript' <> '' OR c.settings ->> 'localTearDownScript' <> ''
        OR g.setup_snippet_id IS NOT NULL OR g.tear_down_snippet_id IS NOT NULL
        OR g.local_setup_script <> '' OR g.local_tear_down_script <> '');`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE private_location_agents DROP COLUMN runtimes;
      ALTER TABLE check_runs DROP COLUMN runtime_id, DROP COLUMN due_at;
      ALTER TABLE check_schedules DROP COLUMN runtime_id;`);
  }
}
