import type { LeasedCheck } from '#agent-protocol';
import type { AddressPolicy, AssertionOutcome, TimingPhases } from '#domain';

/** What a probe may use besides its request. */
export interface ProbeContext {
  /** Addresses that no probe may connect to; ask it for every address, after each look-up and on each redirect. */
  isDenied: AddressPolicy;
  /** Sent with requests, so that a target's owner sees who asks. */
  userAgent: string;
}

/** What one attempt found. The runner judges it: a probe reports facts and knows no limits. */
export interface Outcome {
  /** Of HTTP checks that got an answer. */
  statusCode: number | null;
  /** Milliseconds; what it measures depends on the type (reference 5.3). */
  responseTime: number;
  timings: TimingPhases | null;
  /** Why there is no answer to judge, for a person to read; null when there is one. */
  requestError: string | null;
  /** The reason lies in the network (refused, reset, no such host, timed out), so trying again may help. */
  networkError: boolean;
  assertions: AssertionOutcome[];
  /** The type's own member of the result (reference 3.10). */
  detail: unknown;
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
