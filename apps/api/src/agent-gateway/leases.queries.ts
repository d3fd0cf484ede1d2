import { LEASE_SECONDS, type HeldLease, type Lease, type LeaseRequest } from '#agent-protocol';
import { QUEUE_TIME_MS, type AccountId } from '#domain';
import type { LocationPrincipal } from '#http';
import { Database } from '#persistence';
import { Injectable, Logger } from '@nestjs/common';
import type { RunWait } from '../metrics/index.js';
import { announce, openRunsSince } from '../runs/index.js';
import { API_CHECK_COLUMNS, LeasedChecks, type LeasedRow } from './leased-checks.js';

/** What an agent gets, and how much of it another agent had and lost. */
export interface Granted {
  leases: Lease[];
  /** What was leased and cannot be handed out, because something of its check cannot be read. */
  broken: HeldLease[];
  takeovers: number;
  /** Of what the runs have in common; null without leases. */
  revision: number | null;
  /** How long those waited that nobody had before. */
  waits: RunWait[];
}

/**
 * Hands out runs that the agent can do: free ones, and, where take-overs are allowed, those whose lease has ended. One statement, so a run
 * goes to one agent only, and to none whose key was deleted while it waited; the token grows with each lease and fences off whoever held the run before.
 * The array and the LATERAL leave the planner one way only, by the primary keys: the partition of a new day has no statistics,
 * and a join of all three was then planned as every run for every check (measured: 16 s with 1,000 of each).
 */
export const LEASE = {
  name: 'runs_lease',
  text: `
  WITH free AS MATERIALIZED (
    SELECT id, state FROM check_runs
    WHERE account_id = $1 AND location = $2 AND state <> 'done' AND available_at <= now() AND id >= $6
      AND check_type = ANY ($3) AND (runtime_id IS NULL OR runtime_id = ANY ($11)) AND ($7 OR state = 'queued')
      AND EXISTS (SELECT FROM private_location_keys k WHERE k.account_id = $1 AND k.id = $10)
    ORDER BY available_at LIMIT $4 FOR UPDATE SKIP LOCKED
  ), leased AS (
    UPDATE check_runs r SET state = 'leased', token = r.token + 1, losses = r.losses + (r.state = 'leased')::integer, agent_id = $5, leased_at = now(),
      first_started_at = coalesce(r.first_started_at, now()),
      available_at = now() + $8 * interval '1 s', expires_at = now() + $8 * interval '1 s' + $9 * interval '1 ms'
    WHERE r.account_id = $1 AND r.id >= $6 AND r.id = ANY (ARRAY(SELECT id FROM free))
    RETURNING r.id, r.token, r.session_id, r.location, r.attempt, r.check_id, r.created_at, r.due_at,
      r.id = ANY (ARRAY(SELECT id FROM free WHERE state = 'leased')) AS taken_over
  )
  SELECT r.id AS "runId", r.token, r.session_id AS "sessionId", r.location, r.attempt, c.id AS "checkId", c.name,
    c.check_type AS "checkType", c.settings -> 'request' AS request, c.should_fail AS "shouldFail",
    c.settings -> 'degradedResponseTime' AS "degradedResponseTime", c.settings -> 'maxResponseTime' AS "maxResponseTime",
    r.taken_over AS "takenOver", ${API_CHECK_COLUMNS},
    CASE WHEN r.token = 1 THEN extract(epoch FROM now() - r.created_at)::float8 * 1000 END AS "queuedMs",
    CASE WHEN r.token = 1 THEN extract(epoch FROM now() - r.due_at)::float8 * 1000 END AS "lateMs",
    (SELECT lease_revision FROM accounts WHERE account_id = $1) AS revision
  FROM leased r CROSS JOIN LATERAL (SELECT * FROM checks c WHERE c.account_id = $1 AND c.id = r.check_id OFFSET 0) c`,
};

/**
 * Changes those of some runs that are still leased, in this location, under these tokens; locked by id, as reports lock them.
 * Their state is asked for outside: inside, the index of open runs would be taken for each of them. The ids are given to the
 * UPDATE as well: only by them partitions can be left out of its plan.
 */
const ofHeld = (change: string) => `
  WITH held AS MATERIALIZED (
    SELECT r.id FROM (SELECT * FROM unnest($2::uuid[], $3::integer[]) AS h (id, token) ORDER BY id) h CROSS JOIN LATERAL (
      SELECT r.id, r.token, r.location, r.state FROM check_runs r WHERE r.account_id = $1 AND r.id = h.id OFFSET 0 FOR UPDATE) r
    WHERE r.token = h.token AND r.location = $4 AND r.state = 'leased'
  )
  UPDATE check_runs r SET ${change} WHERE r.account_id = $1 AND r.id = ANY ($2::uuid[])
    AND r.id = ANY (ARRAY(SELECT id FROM held))
  RETURNING r.id AS "runId", r.token`;

/** Renews what is still held; everything else that was named is lost. */
export const RENEW = {
  name: 'runs_renew',
  text: ofHeld(
    `available_at = now() + $5 * interval '1 s', expires_at = now() + $5 * interval '1 s' + $6 * interval '1 ms'`,
  ),
};

const RELEASE = {
  name: 'runs_release',
  text: ofHeld(`state = 'queued', available_at = now(), expires_at = now() + $5 * interval '1 ms'`),
};

/** The next round of giving up ends them; until then they are leased, so nobody is given them again. */
const EXPIRE = { name: 'runs_expire', text: ofHeld('expires_at = now()') };

const SEEN = {
  name: 'agent_seen',
  text: `
  WITH agent AS (
    INSERT INTO private_location_agents (account_id, location_id, agent_id, version, check_types, capacity, runtimes, last_seen_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, now())
    ON CONFLICT (account_id, location_id, agent_id) DO UPDATE SET version = excluded.version,
      check_types = excluded.check_types, capacity = excluded.capacity, runtimes = excluded.runtimes, last_seen_at = now()
  ), back AS (
    UPDATE private_location_outages o SET ended_at = now() FROM private_locations l
    WHERE l.account_id = $1 AND l.id = $2 AND o.account_id = l.account_id AND o.slug_name = l.slug_name AND o.ended_at IS NULL
    RETURNING extract(epoch FROM now() - o.started_at)::float8 AS seconds
  )
  UPDATE private_locations SET last_seen = now() WHERE account_id = $1 AND id = $2
  RETURNING (SELECT seconds FROM back) AS "awaySeconds"`,
};

@Injectable()
export class LeasesQueries {
  private readonly logger = new Logger('Leases');

  constructor(
    private readonly database: Database,
    private readonly checks: LeasedChecks,
  ) {}

  async lease(
    { accountId, slugName, keyId }: LocationPrincipal,
    request: LeaseRequest,
    takeOver: boolean,
  ): Promise<Granted> {
    const { checkTypes, runtimes, capacity, agentId } = request;
    const values = [
      accountId,
      slugName,
      checkTypes,
      capacity,
      agentId,
      openRunsSince(),
      takeOver,
      LEASE_SECONDS,
      QUEUE_TIME_MS,
      keyId,
      runtimes,
    ];
    const rows = await this.database.rows<LeasedRow>(LEASE, values);
    const built = rows.map((row) => this.built(accountId, row));
    const leases = built.filter((lease) => lease !== null);
    const broken = rows.filter((_, at) => built[at] === null);
    const takeovers = rows.filter(({ takenOver }) => takenOver).length;
    const waits = rows.flatMap(({ checkType, queuedMs, lateMs }) =>
      queuedMs === null ? [] : [{ checkType, queuedMs, lateMs }],
    );
    return { leases, broken, takeovers, revision: rows[0]?.revision ?? null, waits };
  }

  /** Answers the leases that were lost. */
  async renew(location: LocationPrincipal, leases: HeldLease[]): Promise<HeldLease[]> {
    const values = [...columns(location, leases), LEASE_SECONDS, QUEUE_TIME_MS];
    const renewed = await this.database.rows<HeldLease>(RENEW, values);
    const kept = new Set(renewed.map(({ runId, token }) => `${runId}/${token}`));
    return leases.filter(({ runId, token }) => !kept.has(`${runId}/${token}`));
  }

  /** Puts runs back for others at once. */
  async release(location: LocationPrincipal, leases: HeldLease[]): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const released = await transaction.rows(RELEASE, [...columns(location, leases), QUEUE_TIME_MS]);
      const place = { accountId: location.accountId, location: location.slugName };
      if (released.length > 0) await announce(transaction, [place]);
      return released.length;
    });
  }

  /** Has runs given up that cannot be handed out. */
  async expire(location: LocationPrincipal, leases: HeldLease[]): Promise<void> {
    await this.database.rows(EXPIRE, columns(location, leases));
  }

  /** Answers how long no agent was there, in seconds, when this one ends an outage of its location. */
  async seen(
    { accountId, locationId }: LocationPrincipal,
    { agentId, version, checkTypes, capacity, slots, runtimes }: LeaseRequest,
  ): Promise<number | null> {
    const has = [version, checkTypes, slots ?? capacity, runtimes];
    const values = [accountId, locationId, agentId, ...has];
    const [seen] = await this.database.rows<{ awaySeconds: number | null }>(SEEN, values);
    return seen?.awaySeconds ?? null;
  }

  /** Null when something of the check cannot be read, e.g. a damaged secret: the other runs are not to wait for it. */
  private built(account: AccountId, row: LeasedRow): Lease | null {
    try {
      return this.checks.leaseOf(account, row);
    } catch (error) {
      const { runId, checkId } = row;
      this.logger.error(
        { runId, checkId, problem: (error as Error).message },
        'a run cannot be handed out and is given up',
      );
      return null;
    }
  }
}

const columns = ({ accountId, slugName }: LocationPrincipal, leases: HeldLease[]) => [
  accountId,
  leases.map(({ runId }) => runId),
  leases.map(({ token }) => token),
  slugName,
];
