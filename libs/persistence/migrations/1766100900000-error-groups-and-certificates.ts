import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Error groups with the results that belong to them, and client certificates. */
export class ErrorGroupsAndCertificates1766100900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ERROR_GROUPS);
    await runner.query('SELECT count_rows_of($1)', ['error_groups']);
    await runner.query(CLIENT_CERTIFICATES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE client_certificates, error_groups;
      DELETE FROM row_counts WHERE table_name = 'error_groups';
      ALTER TABLE check_results DROP COLUMN error_group_id;`);
  }
}

const ERROR_GROUPS = `
  -- The id follows from the key, so it is as unique as that; with two unique indexes a batch could fail over a group that
  -- another one is making.
  CREATE TABLE error_groups (
    account_id uuid NOT NULL,
    check_id uuid NOT NULL,
    error_hash text NOT NULL,
    id uuid NOT NULL,
    raw_error_message text,
    cleaned_error_message text NOT NULL,
    first_seen timestamptz(3) NOT NULL,
    last_seen timestamptz(3) NOT NULL,
    archived_until_next_event boolean NOT NULL DEFAULT false,
    archived_for_ever boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT error_groups_pkey PRIMARY KEY (account_id, check_id, error_hash),
    CONSTRAINT error_groups_check_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES checks (account_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 90);
  CREATE INDEX error_groups_id_idx ON error_groups (account_id, id);
  CREATE INDEX error_groups_listed_idx ON error_groups (account_id, created_at DESC, id DESC) WHERE NOT archived_for_ever;
  CREATE INDEX error_groups_of_check_idx ON error_groups (account_id, check_id, created_at DESC, id DESC)
    WHERE NOT archived_for_ever;
  CREATE INDEX error_groups_hidden_idx ON error_groups (account_id) WHERE archived_for_ever;

  ALTER TABLE check_results ADD COLUMN error_group_id uuid;
`;

const CLIENT_CERTIFICATES = `
  CREATE TABLE client_certificates (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id uuid NOT NULL,
    host text NOT NULL,
    cert text NOT NULL,
    ca text,
    -- The key, and its passphrase where it has one, as JSON.
    sealed_key bytea NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT client_certificates_pkey PRIMARY KEY (account_id, id)
  );
  CREATE INDEX client_certificates_created_idx ON client_certificates (account_id, created_at DESC, id DESC);
`;
