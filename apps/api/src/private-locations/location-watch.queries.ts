import { AGENT_PRESENCE_MS, type AccountId } from '#domain';
import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { openRunsSince } from '../runs/index.js';

export interface BegunOutage {
  accountId: AccountId;
  location: string;
  startedAt: Date;
}

const IS_USED = `(EXISTS (SELECT FROM check_private_locations n WHERE n.account_id = l.account_id AND n.slug_name = l.slug_name)
  OR EXISTS (SELECT FROM check_group_private_locations n WHERE n.account_id = l.account_id AND n.slug_name = l.slug_name))`;

/**
 * Notes the locations that checks name and no agent was seen in for `$1` milliseconds, each once whichever replica is first,
 * and lets the runs that wait there end: nobody comes for them, and whoever comes back finds the schedules, not a heap.
 */
const BEGIN = {
  name: 'private_location_outages_begin',
  text: `
  WITH begun AS (
    INSERT INTO private_location_outages (account_id, location_id, slug_name, started_at)
    SELECT l.account_id, l.id, l.slug_name, coalesce(l.last_seen, l.created_at) FROM private_locations l
    WHERE coalesce(l.last_seen, l.created_at) < now() - $1 * interval '1 ms' AND ${IS_USED}
    ON CONFLICT DO NOTHING
    RETURNING account_id, slug_name, started_at
  ), over AS (
    UPDATE check_runs r SET expires_at = least(r.expires_at, now()) FROM begun
    WHERE r.account_id = begun.account_id AND r.location = begun.slug_name AND r.state = 'queued' AND r.id >= $2
  )
  SELECT account_id AS "accountId", slug_name AS location, started_at AS "startedAt" FROM begun`,
};

/** One row for each location and minute, whichever replica is first. Reads the index of open runs only. */
const SAMPLE = {
  name: 'private_location_samples_add',
  text: `
  INSERT INTO private_location_samples (account_id, location_id, at, queue_size, oldest_seconds)
  SELECT l.account_id, l.id, date_trunc('minute', now()), coalesce(waiting.runs, 0), coalesce(waiting.oldest, 0)
  FROM private_locations l LEFT JOIN (
    SELECT account_id, location, count(*)::int AS runs, extract(epoch FROM now() - min(created_at))::float8 AS oldest
    FROM check_runs WHERE state <> 'done' AND available_at <= now() AND id >= $1 GROUP BY account_id, location
  ) waiting ON waiting.account_id = l.account_id AND waiting.location = l.slug_name
  WHERE ${IS_USED}
  ON CONFLICT DO NOTHING`,
};

const FORGET = {
  name: 'private_location_samples_forget',
  text: `DELETE FROM private_location_samples WHERE at < now() - $1 * interval '1 day'`,
};

/** Looks after the locations of all accounts. */
@Injectable()
export class LocationWatchQueries {
  constructor(private readonly database: Database) {}

  begin(): Promise<BegunOutage[]> {
    return this.database.rows<BegunOutage>(BEGIN, [AGENT_PRESENCE_MS, openRunsSince()]);
  }

  /** Samples older than `keptDays` go. */
  async sample(keptDays: number): Promise<void> {
    await this.database.rows(SAMPLE, [openRunsSince()]);
    await this.database.rows(FORGET, [keptDays]);
  }
}
