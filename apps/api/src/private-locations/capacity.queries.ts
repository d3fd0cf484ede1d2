import {
  AGENT_AT_WORK_MS,
  type AccountId,
  type AgentPlaces,
  type MeanDuration,
  type RunNeeds,
  type ScheduledRuns,
} from '#domain';
import { Database, idFloor } from '#persistence';
import { Injectable } from '@nestjs/common';

/** How far back runs are looked at for how long they take, in milliseconds. */
const LOOK_BACK_MS = 15 * 60_000;

/** Whose agents and schedules are known; how long its runs take is another question (`durations`). */
export interface LocationWorkRow {
  id: string;
  slugName: string;
  agents: AgentPlaces[];
  scheduled: ScheduledRuns[];
}

export interface DurationRow extends MeanDuration {
  slugName: string;
}

/** What a check or the checks of a group need, by location. */
export interface NeedsRow extends RunNeeds {
  slugName: string;
}

/** One pass over the schedules. A run of a check that goes round its locations comes to each of them every so many periods. */
const WORK = {
  name: 'private_locations_work',
  text: `
  WITH runs AS MATERIALIZED (
    SELECT n.slug, c.check_type AS "checkType", s.runtime_id AS "runtimeId",
      sum(60000.0 / s.period_ms / CASE WHEN s.run_parallel THEN 1 ELSE cardinality(s.locations) END)::float8 AS "runsPerMinute"
    FROM check_schedules s JOIN checks c ON c.account_id = s.account_id AND c.id = s.check_id
      CROSS JOIN LATERAL unnest(s.locations) AS n (slug)
    WHERE s.account_id = $1 AND s.active AND s.locations && $2 AND n.slug = ANY ($2)
    GROUP BY n.slug, c.check_type, s.runtime_id)
  SELECT l.id, l.slug_name AS "slugName",
    coalesce((SELECT json_agg(json_build_object('checkTypes', a.check_types, 'runtimes', a.runtimes, 'slots', a.capacity))
      FROM private_location_agents a
      WHERE a.account_id = l.account_id AND a.location_id = l.id AND a.last_seen_at > now() - $3 * interval '1 ms'), '[]') AS agents,
    coalesce((SELECT json_agg(to_jsonb(r) - 'slug') FROM runs r WHERE r.slug = l.slug_name), '[]') AS scheduled
  FROM private_locations l WHERE l.account_id = $1 AND l.slug_name = ANY ($2)`,
};

/** One pass over the results of a quarter of an hour, so that a quiet location counts beside a busy one. */
const DURATIONS = {
  name: 'private_locations_durations',
  text: `SELECT run_location AS "slugName", check_type AS "checkType",
      avg(extract(epoch FROM stopped_at - started_at) * 1000)::float8 AS ms
    FROM check_results WHERE account_id = $1 AND id >= $2 AND NOT aborted GROUP BY 1, 2`,
};

const SLUG = {
  name: 'private_location_slug',
  text: 'SELECT slug_name AS "slugName" FROM private_locations WHERE account_id = $1 AND id = $2',
};

const needs = (name: string, which: string) => ({
  name,
  text: `
  SELECT DISTINCT n.slug AS "slugName", c.check_type AS "checkType", s.runtime_id AS "runtimeId"
  FROM checks c JOIN check_schedules s ON s.account_id = c.account_id AND s.check_id = c.id
    CROSS JOIN LATERAL unnest(s.locations) AS n (slug)
  WHERE c.account_id = $1 AND ${which} AND s.active ORDER BY 1, 2, 3`,
});

const NEEDS = {
  check: needs('check_needs', 'c.id = $2'),
  group: needs('check_group_needs', 'c.group_id = $2'),
};

/** One statement each, however many locations, agents and checks there are. */
@Injectable()
export class CapacityQueries {
  constructor(private readonly database: Database) {}

  async slugName(account: AccountId, id: string): Promise<string | undefined> {
    return (await this.database.rows<{ slugName: string }>(SLUG, [account, id]))[0]?.slugName;
  }

  work(account: AccountId, slugNames: string[]): Promise<LocationWorkRow[]> {
    return this.database.rows<LocationWorkRow>(WORK, [account, slugNames, AGENT_AT_WORK_MS]);
  }

  /** Of all locations in which runs have ended lately. */
  durations(account: AccountId): Promise<DurationRow[]> {
    return this.database.rows<DurationRow>(DURATIONS, [account, idFloor(Date.now() - LOOK_BACK_MS)]);
  }

  needsOf(account: AccountId, what: 'check' | 'group', id: string | number): Promise<NeedsRow[]> {
    return this.database.rows<NeedsRow>(NEEDS[what], [account, id]);
  }
}
