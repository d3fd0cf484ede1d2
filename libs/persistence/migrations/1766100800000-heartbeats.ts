import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pings that checks of the type HEARTBEAT wait for, and what came of them. */
export class Heartbeats1766100800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HEARTBEATS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE heartbeat_events, heartbeat_token_hashes, heartbeats');
  }
}

const HEARTBEATS = `
  -- The timer of a check. expected_at and due_at are null until the first ping.
  CREATE TABLE heartbeats (
    account_id uuid NOT NULL,
    check_id uuid NOT NULL,
    active boolean NOT NULL,
    period_ms bigint NOT NULL,
    grace_ms bigint NOT NULL,
    expected_at timestamptz(3),
    due_at timestamptz(3),
    failing boolean NOT NULL DEFAULT false,
    CONSTRAINT heartbeats_pkey PRIMARY KEY (account_id, check_id),
    CONSTRAINT heartbeats_check_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES checks (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX heartbeats_due_idx ON heartbeats (due_at) WHERE active;

  -- A directory: from the hash of a ping token to its check.
  CREATE TABLE heartbeat_token_hashes (
    token_hash bytea NOT NULL,
    account_id uuid NOT NULL,
    check_id uuid NOT NULL,
    CONSTRAINT heartbeat_token_hashes_pkey PRIMARY KEY (token_hash),
    CONSTRAINT heartbeat_token_hashes_heartbeat_key UNIQUE (account_id, check_id),
    CONSTRAINT heartbeat_token_hashes_heartbeat_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES heartbeats (account_id, check_id) ON DELETE CASCADE
  );

  CREATE TABLE heartbeat_events (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    check_id uuid NOT NULL,
    state text NOT NULL,
    timestamp timestamptz(3) NOT NULL,
    source text,
    user_agent text,
    CONSTRAINT heartbeat_events_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT heartbeat_events_heartbeat_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES heartbeats (account_id, check_id) ON DELETE CASCADE
  );
  CREATE INDEX heartbeat_events_check_idx ON heartbeat_events (account_id, check_id, timestamp DESC, id DESC) INCLUDE (state);
`;
