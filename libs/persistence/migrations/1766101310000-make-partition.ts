import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partitions are made one at a time, in a transaction each, without a lock that reading and writing would wait for. */
export class MakePartition1766101310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- False: there is one. Null: the table was in use by something that excludes this (not by reading or writing), nothing
      -- has happened. ATTACH lets others read and write the table meanwhile; CREATE TABLE ... PARTITION OF would not.
      CREATE FUNCTION make_partition(parent name, day date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
      DECLARE
        partition name := parent || to_char(day, '_YYYYMMDD');
      BEGIN
        PERFORM pg_advisory_xact_lock(7226102);
        IF to_regclass(partition::text) IS NOT NULL THEN
          RETURN false;
        END IF;
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition,
          uuid_floor(day::timestamp AT TIME ZONE 'UTC'), uuid_floor((day + 1)::timestamp AT TIME ZONE 'UTC'));
        RETURN true;
      EXCEPTION WHEN lock_not_available THEN
        RETURN NULL;
      END $$;

      -- All of some days in the caller's transaction. Where others are at work call make_partition for each.
      CREATE OR REPLACE FUNCTION make_partitions(first_day date, last_day date) RETURNS integer LANGUAGE sql AS $$
        SELECT count(*) FILTER (WHERE make_partition(parent, day::date))::integer
        FROM unnest('{check_sessions,check_runs,check_results}'::name[]) AS parent,
          generate_series(first_day, last_day, '1 day') AS day
      $$;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION make_partitions(first_day date, last_day date) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        parent text;
        day date;
        made integer := 0;
      BEGIN
        PERFORM pg_advisory_xact_lock(7226102);
        FOREACH parent IN ARRAY ARRAY['check_sessions', 'check_runs', 'check_results'] LOOP
          FOR day IN SELECT generate_series(first_day, last_day, '1 day')::date LOOP
            IF to_regclass(parent || to_char(day, '_YYYYMMDD')) IS NULL THEN
              EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                parent || to_char(day, '_YYYYMMDD'), parent,
                uuid_floor(day::timestamp AT TIME ZONE 'UTC'), uuid_floor((day + 1)::timestamp AT TIME ZONE 'UTC'));
              made := made + 1;
            END IF;
          END LOOP;
        END LOOP;
        RETURN made;
      END $$;
      DROP FUNCTION make_partition(name, date);`);
  }
}
