import type { CheckType } from '#domain';

/** A lease lasts so long unless it is renewed. Decision 26. */
export const LEASE_SECONDS = 30;
/** An agent renews what it holds so often. Decision 26. */
export const RENEW_SECONDS = 10;
/**
 * After an outage every living agent has renewed within so long: a call that hangs ends after 10 s, and the next one follows
 * 2 s later. Until then nobody's runs are taken over or given up.
 */
export const OUTAGE_GRACE_SECONDS = 15;
/** The longest an agent may ask the API to wait for work. Decision 26. */
export const MAX_WAIT_SECONDS = 25;
/** The longest one run may take before it counts as timed out. Reference 5.1. */
export const RUN_LIMIT_MS = 30_000;

export const LEASES_PATH = '/agent/v1/leases';
export const RENEW_PATH = '/agent/v1/leases/renew';
export const RELEASE_PATH = '/agent/v1/leases/release';
export const RESULTS_PATH = '/agent/v1/results';

/** POST /agent/v1/leases: asks for at most `capacity` runs; answers at once when there are any, else within `waitSeconds`. */
export interface LeaseRequest {
  /** One id per agent process, a uuid. */
  agentId: string;
  /** 1..1000 */
  capacity: number;
  checkTypes: CheckType[];
  /** Runtime ids of the form <year>.<month>; empty for an uptime-only agent. */
  runtimes: string[];
  /** 0..25 */
  waitSeconds: number;
  /** The agent's release, e.g. 0.1.0. */
  version: string;
}

/** What an agent needs to know of a check to run it once. */
export interface LeasedCheck {
  id: string;
  name: string;
  checkType: CheckType;
  /** The type's own request, e.g. `UrlRequest` for URL checks. */
  request: unknown;
  shouldFail: boolean;
  /** Milliseconds; null = no limit. */
  degradedResponseTime: number | null;
  /** Milliseconds; null = no limit. */
  maxResponseTime: number | null;
}

/** The right to execute one attempt of one run, until the lease ends or is renewed. */
export interface Lease {
  runId: string;
  /** The fencing token: grows each time the run is leased. Sent back with everything that concerns the run. */
  token: number;
  sessionId: string;
  location: string;
  /** From 1; grows when the run is tried again. */
  attempt: number;
  check: LeasedCheck;
}

export interface LeaseResponse {
  leases: Lease[];
  /** Addresses and CIDR ranges that no probe may connect to (PHAROS_DENY_TARGETS). */
  denyTargets: string[];
}

export interface HeldLease {
  runId: string;
  token: number;
}

/** POST /agent/v1/leases/renew and /agent/v1/leases/release. At most 1,000 leases. */
export interface HeldLeasesRequest {
  agentId: string;
  leases: HeldLease[];
}

export interface RenewResponse {
  /** Leases that were lost: somebody else has the run, or it has ended. Their results would be refused. */
  lost: HeldLease[];
}
