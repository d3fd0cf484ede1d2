import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A schedule knows all open sessions of its check, and a run how often it was lost, which its token does not tell. */
export class OpenSessionsAndLosses1766101300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A check that somebody triggers while it is in progress has several. The scheduler starts it when there is none.
      ALTER TABLE check_schedules ADD COLUMN open_session_ids uuid[] NOT NULL DEFAULT '{}';
      UPDATE check_schedules SET open_session_ids = ARRAY[open_session_id] WHERE open_session_id IS NOT NULL;
      ALTER TABLE check_schedules DROP COLUMN open_session_id;
      -- token counts every lease; what was handed back is leased again without having been lost.
      ALTER TABLE check_runs ADD COLUMN losses integer NOT NULL DEFAULT 0;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE check_runs DROP COLUMN losses;
      ALTER TABLE check_schedules ADD COLUMN open_session_id uuid;
      UPDATE check_schedules SET open_session_id = open_session_ids[1];
      ALTER TABLE check_schedules DROP COLUMN open_session_ids;`);
  }
}
