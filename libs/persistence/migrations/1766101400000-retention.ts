import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What retention removes by: partitions as a whole, rows through an index by their time. */
export class Retention1766101400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Dropping locks the whole table: whoever reads or writes it waits behind this for a quarter of a second at most.
      -- False: it was in use, nothing has happened.
      CREATE FUNCTION drop_partition(partition name) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '250ms' AS $$
      BEGIN
        EXECUTE format('DROP TABLE IF EXISTS %I', partition);
        RETURN true;
      EXCEPTION WHEN lock_not_available THEN
        RETURN false;
      END $$;

      CREATE INDEX heartbeat_events_age_idx ON heartbeat_events (timestamp);
      CREATE INDEX check_alerts_age_idx ON check_alerts (created_at);
      CREATE INDEX private_location_outages_age_idx ON private_location_outages (ended_at) WHERE ended_at IS NOT NULL;
      -- By the beginning: every failing result changes last_seen, which no index may have for that to stay cheap (HOT).
      CREATE INDEX error_groups_age_idx ON error_groups (created_at) WHERE NOT archived_for_ever;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX heartbeat_events_age_idx, check_alerts_age_idx, private_location_outages_age_idx, error_groups_age_idx;
      DROP FUNCTION drop_partition(name);`);
  }
}
