import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the check types do not share moves into one column; indexes for the filters of GET /v1/checks. */
export class CheckTypes1766100400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [SETTINGS, HIDE_LOCKED_VALUES, FILTERS]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX check_statuses_degraded_idx, check_statuses_failing_idx, checks_tags_idx, checks_type_idx, checks_created_idx;
      DROP FUNCTION account_tags(uuid, text[]);
      DROP FUNCTION hide_locked_values(jsonb);
      CREATE INDEX checks_created_idx ON checks (account_id, created_at DESC, id DESC);
      ALTER TABLE checks ADD request jsonb, ADD degraded_response_time integer, ADD max_response_time integer;
      UPDATE checks SET request = coalesce(settings -> 'request', '{}'),
        degraded_response_time = (settings -> 'degradedResponseTime')::integer,
        max_response_time = (settings -> 'maxResponseTime')::integer;
      ALTER TABLE checks ALTER request SET NOT NULL,
        DROP settings, DROP dependencies, DROP sealed_variables, DROP search_name;`);
  }
}

/**
 * `settings` holds what a check's type adds to the members that all types have, as the answers show it; it is never empty
 * (`membersOf`). Apart from it: what only one kind of read shows, and the sealed values of secret variables, by key.
 */
const SETTINGS = `
  ALTER TABLE checks
    ADD settings jsonb, ADD dependencies jsonb, ADD sealed_variables jsonb NOT NULL DEFAULT '{}', ADD search_name text;
  UPDATE checks SET search_name = lower(name), settings = jsonb_build_object('request', request,
    'degradedResponseTime', degraded_response_time, 'maxResponseTime', max_response_time);
  ALTER TABLE checks ALTER settings SET NOT NULL, ALTER search_name SET NOT NULL,
    ADD CONSTRAINT checks_settings_check CHECK (settings <> '{}'),
    DROP request, DROP degraded_response_time, DROP max_response_time;
`;

/** Reference 5.7: locked values of variables, headers and query parameters, as keys below READ_WRITE see them. */
const HIDE_LOCKED_VALUES = `
  CREATE FUNCTION hide_locked_values(shown jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    place text[];
  BEGIN
    FOREACH place SLICE 1 IN ARRAY '{{environmentVariables,""},{request,headers},{request,queryParameters}}'::text[] LOOP
      place := array_remove(place, '');
      IF jsonb_path_exists(shown #> place, '$[*] ? (@.locked == true)') THEN
        shown := jsonb_set(shown, place, (
          SELECT jsonb_agg(CASE WHEN entry -> 'locked' = 'true' THEN entry || '{"value": ""}' ELSE entry END ORDER BY n)
          FROM jsonb_array_elements(shown #> place) WITH ORDINALITY AS entries (entry, n)));
      END IF;
    END LOOP;
    RETURN shown;
  END $$;
`;

const FILTERS = `
  -- With the lower-case name, so that a search reads the index alone.
  DROP INDEX checks_created_idx;
  CREATE INDEX checks_created_idx ON checks (account_id, created_at DESC, id DESC) INCLUDE (search_name);
  CREATE INDEX checks_type_idx ON checks (account_id, check_type, created_at DESC, id DESC);

  -- A GIN index cannot start with a uuid without an extension: the account is in front of each tag instead.
  CREATE FUNCTION account_tags(account uuid, tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY(SELECT account::text || tag FROM unnest(tags) AS tag)
  $$;
  CREATE INDEX checks_tags_idx ON checks USING gin (account_tags(account_id, tags));

  CREATE INDEX check_statuses_failing_idx ON check_statuses (account_id, check_id) WHERE has_failures OR has_errors;
  CREATE INDEX check_statuses_degraded_idx ON check_statuses (account_id, check_id)
    WHERE is_degraded AND NOT (has_failures OR has_errors);
`;
