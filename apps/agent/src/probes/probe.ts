import type { Lease, LeaseContext, LeasedCheck } from '#agent-protocol';
import type { ArtifactFile } from '../artifacts/artifact-file.js';
import type { AddressPolicy, AssertionOutcome, TimingPhases } from '#domain';
import type { Peer } from './permitted-addresses.js';

/** What a probe may use besides its request. */
export interface ProbeContext {
  /** Addresses that no probe may connect to; ask it for every address, after each look-up and on each redirect. */
  isDenied: AddressPolicy;
  /** What `isDenied` was made of, for other processes. */
  denyTargets?: readonly string[];
  /** Sent with requests, so that a target's owner sees who asks. */
  userAgent: string;
  /** Of this attempt. */
  lease: Lease;
  /** What all runs of the location have in common; null before the API has sent any. */
  context: LeaseContext | null;
  /** By how many milliseconds the API's clock is ahead of this machine's; absent: they agree. */
  clockOffMs?: number;
  /**
   * To be told of each peer before it is connected to, and null while it is being looked up: where a run fails for the
   * network, the last one is looked into.
   */
  onConnect?: (peer: Peer | null) => void;
}

/** What one attempt found. The runner judges it: a probe reports facts and knows no limits. */
export interface Outcome {
  /** Of HTTP checks that got an answer. */
  statusCode: number | null;
  /** Milliseconds; what it measures depends on the type (reference 5.3). */
  responseTime: number;
  timings: TimingPhases | null;
  /** When the certificate of what answered ends, in unix milliseconds; nothing where that was not over TLS. */
  certificateEnds?: number | null;
  /** Why there is no answer to judge, for a person to read; null when there is one. */
  requestError: string | null;
  /** The reason lies in the network (refused, reset, no such host, timed out), so trying again may help. */
  networkError: boolean;
  assertions: AssertionOutcome[];
  /** The type's own member of the result (reference 3.10). */
  detail: unknown;
  /** Numbers that analytics reports of this type beside response time and phases, by metric. */
  metrics?: Readonly<Record<string, number>>;
  /** Further reasons why the check failed, for a person to read, e.g. lost packets. */
  failures?: readonly string[];
  /** Reasons why it is degraded where it did not fail. */
  degradations?: readonly string[];
  /** Files for whoever reads the result. Text among them is scrubbed; whatever else they hold must not be secret. */
  artifacts?: readonly ArtifactFile[];
  /** Secrets that came up while it ran: they must not leave the agent either. */
  secrets?: readonly string[];
}

/**
 * Executes one attempt. It ends soon after `signal` aborts, taking `signal.reason.message` for the reason; whatever the
 * target does is an Outcome, and what it throws is the platform's own fault (`hasErrors`), as for an `UnusableRequest`.
 */
export type Probe = (check: LeasedCheck, context: ProbeContext, signal: AbortSignal) => Promise<Outcome>;

/** The check's request cannot be executed at all: the target was never asked. */
export class UnusableRequest extends Error {
  constructor(problem: string) {
    super(`The check cannot be executed: ${problem}`);
    this.name = 'UnusableRequest';
  }
}
