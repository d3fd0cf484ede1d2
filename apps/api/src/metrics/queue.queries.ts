import type { CheckType } from '#domain';
import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { openRunsSince } from '../runs/index.js';

/** More than this is not counted: whoever waits for the numbers learns enough from them. */
const MOST_ROWS = 100_000;

export interface WaitingRuns {
  checkType: CheckType;
  runs: number;
  oldestSeconds: number;
}

/** Reads the index of open runs only. What is done is not in it, and runs leave it after the queue time at the latest. */
const WAITING = {
  name: 'queue_waiting',
  text: `
  SELECT check_type AS "checkType", count(*)::integer AS runs,
    extract(epoch FROM now() - min(available_at))::float8 AS "oldestSeconds"
  FROM (SELECT check_type, available_at FROM check_runs
    WHERE state <> 'done' AND available_at <= now() AND id >= $1 LIMIT ${MOST_ROWS}) waiting
  GROUP BY check_type`,
};

@Injectable()
export class QueueQueries {
  constructor(private readonly database: Database) {}

  /** Runs of all accounts that an agent could take at this moment. */
  waiting(): Promise<WaitingRuns[]> {
    return this.database.rows<WaitingRuns>(WAITING, [openRunsSince()]);
  }
}
