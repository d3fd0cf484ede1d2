import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';

/** Today, in UTC, and yesterday, whose runs may still be reported, and days ahead. */
const MISSING = {
  name: 'partitions_missing',
  text: `SELECT parent, to_char(day, 'YYYY-MM-DD') AS day
    FROM unnest('{check_sessions,check_runs,check_results}'::text[]) AS parent,
      generate_series((now() AT TIME ZONE 'UTC')::date - 1, (now() AT TIME ZONE 'UTC')::date + $1::integer, '1 day') AS day
    WHERE to_regclass(parent || to_char(day, '_YYYYMMDD')) IS NULL ORDER BY day, parent`,
};

const MAKE = { name: 'partition_make', text: 'SELECT make_partition($1, $2::date) AS made' };

export interface MissingPartition {
  parent: string;
  day: string;
}

/** Day partitions of what the pipeline writes. */
@Injectable()
export class PartitionsQueries {
  constructor(private readonly database: Database) {}

  /** Those from yesterday to `daysAhead` that are not there, the most urgent first. */
  missing(daysAhead: number): Promise<MissingPartition[]> {
    return this.database.rows<MissingPartition>(MISSING, [daysAhead]);
  }

  /** In a transaction of its own. False when another replica was first, null when the table was in use. */
  async make({ parent, day }: MissingPartition): Promise<boolean | null> {
    return (await this.database.rows<{ made: boolean | null }>(MAKE, [parent, day]))[0]!.made;
  }
}
