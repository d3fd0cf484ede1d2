import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When no agent of a location could be reached, and how its queue was, minute by minute. */
export class LocationOutages1766101220000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE private_location_outages (
        account_id uuid NOT NULL,
        location_id uuid NOT NULL,
        slug_name text NOT NULL,
        started_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3),
        CONSTRAINT private_location_outages_pkey PRIMARY KEY (account_id, location_id, started_at),
        CONSTRAINT private_location_outages_location_fkey FOREIGN KEY (account_id, location_id)
          REFERENCES private_locations (account_id, id) ON DELETE CASCADE
      );
      -- One at a time; the claim of schedules asks for it.
      CREATE UNIQUE INDEX private_location_outages_open_idx ON private_location_outages (account_id, slug_name)
        WHERE ended_at IS NULL;
      CREATE INDEX private_locations_presence_idx ON private_locations (coalesce(last_seen, created_at));

      CREATE TABLE private_location_samples (
        account_id uuid NOT NULL,
        location_id uuid NOT NULL,
        at timestamptz(3) NOT NULL,
        queue_size integer NOT NULL,
        oldest_seconds double precision NOT NULL,
        CONSTRAINT private_location_samples_pkey PRIMARY KEY (account_id, location_id, at),
        CONSTRAINT private_location_samples_location_fkey FOREIGN KEY (account_id, location_id)
          REFERENCES private_locations (account_id, id) ON DELETE CASCADE
      );
      CREATE INDEX private_location_samples_at_idx ON private_location_samples (at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE private_location_samples, private_location_outages;
      DROP INDEX private_locations_presence_idx;`);
  }
}
