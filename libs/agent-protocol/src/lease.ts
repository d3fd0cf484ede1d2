import type { CheckType, RunSource } from '#domain';
import type { LeaseContext, LeasedVariable } from './lease-context.js';

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
  /** 1..1000: how many runs it can take now. */
  capacity: number;
  /** 1..1000: how many it can take when nothing runs; `capacity` when absent. */
  slots?: number | null;
  checkTypes: CheckType[];
  /** Runtime ids of the form <year>.<month>; empty for an uptime-only agent. */
  runtimes: string[];
  /** 0..25 */
  waitSeconds: number;
  /** The agent's release, e.g. 0.1.0. */
  version: string;
  /** Of the context that the agent has; null or absent before the first one. */
  contextVersion?: string | null;
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
  /** What else only this type has, as it is stored, e.g. packet-loss limits. Absent of URL checks. */
  settings?: Readonly<Record<string, unknown>>;
  /** Of the check and its group, the check's own winning; they win over the account's (reference 5.7). */
  variables?: LeasedVariable[];
  /** Reference 3.7: `GROUP_BASE_URL`. */
  groupBaseUrl?: string | null;
  scripts?: LeasedScripts;
}

/** A customer's script: a snippet of the context, or the text itself. */
export type LeasedScript = { snippetId: number } | { source: string };

/** Reference 5.6: group set-up, check set-up, request, check teardown, group teardown; each list in its order. */
export interface LeasedScripts {
  setUp: LeasedScript[];
  tearDown: LeasedScript[];
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
  /** Under which the result of this attempt will be read. */
  resultId: string;
  /** Why the check runs; absent where nothing depends on it. */
  source?: RunSource;
  check: LeasedCheck;
}

export interface LeaseResponse {
  leases: Lease[];
  /** Addresses and CIDR ranges that no probe may connect to (PHAROS_DENY_TARGETS). */
  denyTargets: string[];
  /** Unix milliseconds on the API's clock, at the moment of the answer. Absent from older APIs. */
  now?: number;
  /** Null when the agent has it already, and where there is nothing to run. */
  context: LeaseContext | null;
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
