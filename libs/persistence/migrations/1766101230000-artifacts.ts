import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is known of the files of results; the files themselves are in the artifact store. */
export class Artifacts1766101230000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE check_artifacts (
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        result_id uuid NOT NULL,
        name text COLLATE "C" NOT NULL,
        check_id uuid NOT NULL,
        type text NOT NULL,
        content_type text NOT NULL,
        size bigint NOT NULL,
        sha256 text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT check_artifacts_pkey PRIMARY KEY (account_id, result_id, name)
      );
      -- The oldest go first.
      CREATE INDEX check_artifacts_created_idx ON check_artifacts (created_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE check_artifacts');
  }
}
