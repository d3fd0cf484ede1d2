import { LEASE_SECONDS, type HeldLease, type Lease, type LeasedCheck, type LeaseRequest } from '#agent-protocol';
import { QUEUE_TIME_MS } from '#domain';
import type { LocationPrincipal } from '#http';
import { Database, idFloor } from '#persistence';
import { Injectable } from '@nestjs/common';
import { announce } from '../runs/index.js';

/** Runs live for minutes; looking back two days keeps old partitions out of every plan. */
const LOOK_BACK_MS = 2 * 86_400_000;

type LeasedRow = Omit<Lease, 'check'> & LeasedCheck & { checkId: string; takenOver: boolean };

/** What an agent gets, and how much of it another agent had and lost. */
export interface Granted {
  leases: Lease[];
  takeovers: number;
}

/**
 * Hands out runs: free ones, and, where take-overs are allowed, those whose lease has ended. One statement, so a run
 * goes to one agent only, and to none whose key was deleted while it waited; the token grows with each lease and fences off whoever held the run before.
 */
const LEASE = {
  name: 'runs_lease',
  text: `
  WITH free AS (
    SELECT account_id, id, state FROM check_runs
    WHERE account_id = $1 AND location = $2 AND state <> 'done' AND available_at <= now() AND id >= $6
      AND check_type = ANY ($3) AND ($7 OR state = 'queued')
      AND EXISTS (SELECT FROM private_location_keys k WHERE k.account_id = $1 AND k.id = $10)
    ORDER BY available_at LIMIT $4 FOR UPDATE SKIP LOCKED
  )
  UPDATE check_runs r SET state = 'leased', token = r.token + 1, agent_id = $5, leased_at = now(),
    first_started_at = coalesce(r.first_started_at, now()),
    available_at = now() + $8 * interval '1 s', expires_at = now() + $8 * interval '1 s' + $9 * interval '1 ms'
  FROM free, checks c
  WHERE r.account_id = free.account_id AND r.id = free.id AND r.id >= $6
    AND c.account_id = r.account_id AND c.id = r.check_id
  RETURNING r.id AS "runId", r.token, r.session_id AS "sessionId", r.location, r.attempt, c.id AS "checkId", c.name,
    c.check_type AS "checkType", c.request, c.should_fail AS "shouldFail",
    c.degraded_response_time AS "degradedResponseTime", c.max_response_time AS "maxResponseTime",
    free.state = 'leased' AS "takenOver"`,
};

/** Renews what is still held; everything else that was named is lost. */
const RENEW = {
  name: 'runs_renew',
  text: `
  UPDATE check_runs r SET available_at = now() + $4 * interval '1 s', expires_at = now() + $4 * interval '1 s' + $5 * interval '1 ms'
  FROM unnest($2::uuid[], $3::integer[]) AS held (id, token)
  WHERE r.account_id = $1 AND r.id = held.id AND r.token = held.token AND r.state = 'leased'
  RETURNING r.id AS "runId", r.token`,
};

const RELEASE = `
  UPDATE check_runs r SET state = 'queued', available_at = now(), expires_at = now() + $4 * interval '1 ms'
  FROM unnest($2::uuid[], $3::integer[]) AS held (id, token)
  WHERE r.account_id = $1 AND r.id = held.id AND r.token = held.token AND r.state = 'leased'
  RETURNING r.location`;

const SEEN = {
  name: 'agent_seen',
  text: `
  WITH agent AS (
    INSERT INTO private_location_agents (account_id, location_id, agent_id, version, check_types, capacity, last_seen_at)
    VALUES ($1, $2, $3, $4, $5, $6, now())
    ON CONFLICT (account_id, location_id, agent_id) DO UPDATE SET
      version = excluded.version, check_types = excluded.check_types, capacity = excluded.capacity, last_seen_at = now()
  )
  UPDATE private_locations SET last_seen = now() WHERE account_id = $1 AND id = $2`,
};

@Injectable()
export class LeasesQueries {
  constructor(private readonly database: Database) {}

  async lease(
    { accountId, slugName, keyId }: LocationPrincipal,
    request: LeaseRequest,
    takeOver: boolean,
  ): Promise<Granted> {
    const since = idFloor(Date.now() - LOOK_BACK_MS);
    const { checkTypes, capacity, agentId } = request;
    const values = [
      accountId,
      slugName,
      checkTypes,
      capacity,
      agentId,
      since,
      takeOver,
      LEASE_SECONDS,
      QUEUE_TIME_MS,
      keyId,
    ];
    const rows = await this.database.rows<LeasedRow>(LEASE, values);
    return { leases: rows.map(leaseOf), takeovers: rows.filter(({ takenOver }) => takenOver).length };
  }

  /** Answers the leases that were lost. */
  async renew({ accountId }: LocationPrincipal, leases: HeldLease[]): Promise<HeldLease[]> {
    const renewed = await this.database.rows<HeldLease>(RENEW, [
      accountId,
      ...columns(leases),
      LEASE_SECONDS,
      QUEUE_TIME_MS,
    ]);
    const kept = new Set(renewed.map(({ runId, token }) => `${runId}/${token}`));
    return leases.filter(({ runId, token }) => !kept.has(`${runId}/${token}`));
  }

  /** Puts runs back for others at once. */
  async release({ accountId }: LocationPrincipal, leases: HeldLease[]): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const released = await transaction.rows<{ location: string }>(RELEASE, [
        accountId,
        ...columns(leases),
        QUEUE_TIME_MS,
      ]);
      if (released.length > 0)
        await announce(
          transaction,
          released.map(({ location }) => ({ accountId, location })),
        );
      return released.length;
    });
  }

  async seen(
    { accountId, locationId }: LocationPrincipal,
    { agentId, version, checkTypes, capacity }: LeaseRequest,
  ): Promise<void> {
    await this.database.rows(SEEN, [accountId, locationId, agentId, version, checkTypes, capacity]);
  }
}

const columns = (leases: HeldLease[]) => [leases.map(({ runId }) => runId), leases.map(({ token }) => token)];

function leaseOf({ runId, token, sessionId, location, attempt, checkId, takenOver: _, ...check }: LeasedRow): Lease {
  return { runId, token, sessionId, location, attempt, check: { ...check, id: checkId } };
}
