import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts and keys, variables, private locations, checks with their schedules and statuses, and the partitioned tables. */
export class FoundationSchema1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [ACCOUNTS, VARIABLES, PRIVATE_LOCATIONS, CHECKS, UUID_FUNCTIONS, RUNS, PARTITIONS]) {
      await runner.query(part);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE check_results, check_runs, check_sessions, check_statuses, check_schedules, check_private_locations, checks,
        private_location_agents, private_location_key_hashes, private_location_keys, private_locations,
        environment_variables, api_key_hashes, api_keys, accounts, encryption_canary;
      DROP FUNCTION make_partitions(date, date);
      DROP FUNCTION uuid_floor(timestamptz);`);
  }
}

const ACCOUNTS = `
  CREATE TABLE accounts (
    account_id uuid PRIMARY KEY,
    name text NOT NULL,
    runtime_id text NOT NULL,
    plan text NOT NULL,
    settings jsonb NOT NULL DEFAULT '{}',
    alert_settings jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3)
  );

  CREATE TABLE api_keys (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    masked_key text NOT NULL,
    role text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    CONSTRAINT api_keys_pkey PRIMARY KEY (account_id, id)
  );

  -- A directory: from the hash of a key to the accounts it opens. User keys open several.
  CREATE TABLE api_key_hashes (
    key_hash bytea NOT NULL,
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    CONSTRAINT api_key_hashes_pkey PRIMARY KEY (key_hash, account_id),
    CONSTRAINT api_key_hashes_key_fkey FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX api_key_hashes_key_idx ON api_key_hashes (account_id, key_id);

  -- One row, sealed with the encryption key: a start with another key is refused.
  CREATE TABLE encryption_canary (
    id integer PRIMARY KEY CHECK (id = 1),
    sealed bytea NOT NULL
  );
`;

const VARIABLES = `
  CREATE TABLE environment_variables (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    sealed_value bytea NOT NULL,
    locked boolean NOT NULL,
    secret boolean NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT environment_variables_pkey PRIMARY KEY (account_id, key)
  );
`;

const PRIVATE_LOCATIONS = `
  CREATE TABLE private_locations (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    slug_name text NOT NULL,
    icon text NOT NULL,
    proxy_url text,
    last_seen timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT private_locations_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT private_locations_slug_key UNIQUE (account_id, slug_name)
  );

  CREATE TABLE private_location_keys (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    location_id uuid NOT NULL,
    masked_key text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT private_location_keys_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT private_location_keys_location_fkey FOREIGN KEY (account_id, location_id)
      REFERENCES private_locations (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX private_location_keys_location_idx ON private_location_keys (account_id, location_id);

  -- A directory: from the hash of a location's key to its location.
  CREATE TABLE private_location_key_hashes (
    key_hash bytea PRIMARY KEY,
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    CONSTRAINT private_location_key_hashes_key_fkey FOREIGN KEY (account_id, key_id)
      REFERENCES private_location_keys (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX private_location_key_hashes_key_idx ON private_location_key_hashes (account_id, key_id);

  CREATE TABLE private_location_agents (
    account_id uuid NOT NULL,
    location_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    version text NOT NULL,
    check_types text[] NOT NULL,
    capacity integer NOT NULL,
    last_seen_at timestamptz(3) NOT NULL,
    CONSTRAINT private_location_agents_pkey PRIMARY KEY (account_id, location_id, agent_id),
    CONSTRAINT private_location_agents_location_fkey FOREIGN KEY (account_id, location_id)
      REFERENCES private_locations (account_id, id) ON DELETE CASCADE
  );
`;

const CHECKS = `
  CREATE TABLE checks (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id uuid NOT NULL,
    check_type text NOT NULL,
    name text NOT NULL,
    description text,
    activated boolean NOT NULL,
    muted boolean NOT NULL,
    double_check boolean NOT NULL,
    should_fail boolean NOT NULL,
    run_parallel boolean NOT NULL,
    locations text[],
    private_locations text[],
    tags text[] NOT NULL,
    use_global_alert_settings boolean NOT NULL,
    alert_settings jsonb,
    group_id integer,
    group_order integer,
    runtime_id text,
    retry_strategy jsonb,
    trigger_incident jsonb,
    frequency integer NOT NULL,
    frequency_offset integer NOT NULL,
    degraded_response_time integer,
    max_response_time integer,
    request jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT checks_pkey PRIMARY KEY (account_id, id)
  );
  CREATE INDEX checks_created_idx ON checks (account_id, created_at DESC, id DESC);

  -- Which private locations a check names: the constraint behind "unknown location" and "location in use".
  CREATE TABLE check_private_locations (
    account_id uuid NOT NULL,
    check_id uuid NOT NULL,
    slug_name text NOT NULL,
    CONSTRAINT check_private_locations_pkey PRIMARY KEY (account_id, check_id, slug_name),
    CONSTRAINT check_private_locations_check_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES checks (account_id, id) ON DELETE CASCADE,
    CONSTRAINT check_private_locations_location_fkey FOREIGN KEY (account_id, slug_name)
      REFERENCES private_locations (account_id, slug_name)
  );
  CREATE INDEX check_private_locations_location_idx ON check_private_locations (account_id, slug_name);

  -- The effective schedule, written whenever a check changes; the claim reads nothing else.
  CREATE TABLE check_schedules (
    account_id uuid NOT NULL,
    check_id uuid NOT NULL,
    active boolean NOT NULL,
    period_ms bigint NOT NULL CHECK (period_ms > 0),
    phase_ms bigint NOT NULL,
    run_parallel boolean NOT NULL,
    locations text[] NOT NULL,
    rotation integer NOT NULL DEFAULT 0,
    next_run_at timestamptz(3) NOT NULL,
    open_session_id uuid,
    CONSTRAINT check_schedules_pkey PRIMARY KEY (account_id, check_id),
    CONSTRAINT check_schedules_check_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES checks (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX check_schedules_due_idx ON check_schedules (next_run_at) WHERE active;

  CREATE TABLE check_statuses (
    account_id uuid NOT NULL,
    check_id uuid NOT NULL,
    has_failures boolean NOT NULL,
    has_errors boolean NOT NULL,
    is_degraded boolean NOT NULL,
    longest_run double precision,
    shortest_run double precision,
    last_run_location text,
    last_check_run_id bigint,
    ssl_days_remaining integer,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT check_statuses_pkey PRIMARY KEY (account_id, check_id),
    CONSTRAINT check_statuses_check_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES checks (account_id, id) ON DELETE CASCADE
  );
`;

/** Ids of sessions, runs and results are uuid v7; a day of them is a range of ids, so a read by id visits one partition. */
const UUID_FUNCTIONS = `
  CREATE FUNCTION uuid_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
  $$;
`;

const RUNS = `
  CREATE TABLE check_sessions (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    check_id uuid NOT NULL,
    check_type text NOT NULL,
    name text NOT NULL,
    source text NOT NULL,
    status text NOT NULL,
    run_locations text[] NOT NULL,
    passed integer NOT NULL DEFAULT 0,
    degraded integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    aborted integer NOT NULL DEFAULT 0,
    started_at timestamptz(3) NOT NULL,
    stopped_at timestamptz(3),
    CONSTRAINT check_sessions_pkey PRIMARY KEY (account_id, id)
  ) PARTITION BY RANGE (id);
  CREATE INDEX check_sessions_open_idx ON check_sessions (account_id, check_id) WHERE stopped_at IS NULL;

  -- One run: one check in one location, executed until it has a FINAL result. Kept after that for the record.
  -- available_at is when the run may be leased (again): a lease moves it to its own end.
  CREATE TABLE check_runs (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    check_id uuid NOT NULL,
    check_type text NOT NULL,
    location text NOT NULL,
    state text NOT NULL DEFAULT 'queued',
    token integer NOT NULL DEFAULT 0,
    attempt integer NOT NULL DEFAULT 1,
    agent_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    available_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL,
    leased_at timestamptz(3),
    first_started_at timestamptz(3),
    CONSTRAINT check_runs_pkey PRIMARY KEY (account_id, id)
  ) PARTITION BY RANGE (id);
  CREATE INDEX check_runs_open_idx ON check_runs (account_id, location, available_at) WHERE state <> 'done';

  CREATE TABLE check_results (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    session_id uuid NOT NULL,
    check_id uuid NOT NULL,
    check_type text NOT NULL,
    run_location text NOT NULL,
    attempt integer NOT NULL,
    result_type text NOT NULL,
    has_failures boolean NOT NULL,
    has_errors boolean NOT NULL,
    is_degraded boolean NOT NULL,
    over_max_response_time boolean NOT NULL,
    aborted boolean NOT NULL,
    started_at timestamptz(3) NOT NULL,
    stopped_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    response_time double precision NOT NULL,
    status_code integer,
    wait double precision,
    dns double precision,
    tcp double precision,
    tls double precision,
    first_byte double precision,
    download double precision,
    error_message text,
    detail jsonb,
    CONSTRAINT check_results_pkey PRIMARY KEY (account_id, id)
  ) PARTITION BY RANGE (id);
  CREATE INDEX check_results_check_idx ON check_results (account_id, check_id, started_at DESC, id DESC);
`;

/** Day partitions from first_day to last_day, both included; days that exist already are left alone. UTC. */
const PARTITIONS = `
  CREATE FUNCTION make_partitions(first_day date, last_day date) RETURNS integer LANGUAGE plpgsql AS $$
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
  SELECT make_partitions((now() AT TIME ZONE 'UTC')::date - 1, (now() AT TIME ZONE 'UTC')::date + 7);
`;
