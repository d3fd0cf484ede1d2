import type { AssertionOutcome } from '../assertion/assertion.js';
import type { CheckType } from '../check/check-type.js';
import { boundedText } from './bounded-text.js';
import { lossReasons } from './packet-loss.js';

/** The longest message of a result, in characters. */
export const ERROR_MESSAGE_LENGTH = 10_000;

/** What one attempt found, before it is judged. */
export interface Finding {
  /** Of HTTP checks that got an answer; null without one and for other types. */
  statusCode: number | null;
  /** Why there is no answer to judge; null when there is one. */
  requestError: string | null;
  /** The network is why there is none. */
  networkError: boolean;
  /** Milliseconds. */
  responseTime: number;
  assertions: readonly AssertionOutcome[];
  /** Further numbers of the type; `packetLoss` is per cent. */
  metrics?: Readonly<Record<string, number>>;
  /** Further reasons why the check failed. */
  failures?: readonly string[];
  /** Reasons why it is degraded where it did not fail. */
  degradations?: readonly string[];
}

/** A check's own limits. */
export interface Limits {
  checkType: CheckType;
  /** Milliseconds; null = no limit. */
  degradedResponseTime: number | null;
  /** Milliseconds; null = no limit. */
  maxResponseTime: number | null;
  shouldFail: boolean;
  /** What else only this type has: the thresholds of packet loss. */
  settings?: Readonly<Record<string, unknown>>;
}

export interface Verdict {
  hasFailures: boolean;
  isDegraded: boolean;
  overMaxResponseTime: boolean;
  /** Every reason of a failure, one a line; null when the check passed or is only degraded. */
  errorMessage: string | null;
}

/**
 * Reference 5.3: failed beats degraded beats passed; reaching a limit is being over it.
 *
 * A status of 400 or more fails "by default even without assertions", so also beside a passing assertion such as
 * STATUS_CODE EQUALS 404: `shouldFail` is the one switch that accepts such an answer, and the message says so.
 * `shouldFail` is about the status only: the limits on the response time stay the check's own wish and hold with it.
 *
 * Of a TCP check `shouldFail` accepts that no connection can be made (refused, timed out, no such host); one that can be
 * made passes as ever. ICMP checks have limits on packet loss in place of those on the response time.
 */
export function judge(finding: Finding, limits: Limits): Verdict {
  if (isWelcome(finding, limits)) return PASSED;
  const overMaxResponseTime = reachedTime(finding, limits, limits.maxResponseTime);
  const loss = lossReasons(finding.metrics?.packetLoss, limits);
  const reasons = [
    ...answerReasons(finding, limits),
    ...(finding.failures ?? []),
    ...loss.failures,
    ...(finding.requestError === null && overMaxResponseTime ? [tooSlow(finding, limits)] : []),
  ];
  const hasFailures = reasons.length > 0;
  const isDegraded = [...(finding.degradations ?? []), ...loss.degradations].length > 0;
  return {
    hasFailures,
    isDegraded: !hasFailures && (isDegraded || reachedTime(finding, limits, limits.degradedResponseTime)),
    overMaxResponseTime,
    errorMessage: hasFailures ? boundedText(reasons.join('\n'), ERROR_MESSAGE_LENGTH) : null,
  };
}

const PASSED: Verdict = { hasFailures: false, isDegraded: false, overMaxResponseTime: false, errorMessage: null };

const isWelcome = ({ requestError, networkError }: Finding, { checkType, shouldFail }: Limits) =>
  checkType === 'TCP' && shouldFail && networkError && requestError !== null;

const reachedTime = ({ responseTime }: Finding, { checkType }: Limits, limit: number | null) =>
  checkType !== 'ICMP' && limit !== null && responseTime >= limit;

const tooSlow = ({ responseTime }: Finding, { maxResponseTime }: Limits) =>
  `The response time of ${Math.round(responseTime)} ms reached the limit of ${maxResponseTime} ms`;

function answerReasons(finding: Finding, limits: Limits): string[] {
  if (finding.requestError !== null) return [finding.requestError];
  const failed = finding.assertions.filter((assertion) => !assertion.passed);
  const reasons = failed.map((assertion) => assertion.message ?? `Assertion ${assertion.order + 1} failed`);
  const { statusCode } = finding;
  const statusFails = statusCode !== null && statusCode >= 400 && !limits.shouldFail;
  if (!statusFails || failed.some((assertion) => assertion.source === 'STATUS_CODE')) return reasons;
  const status = `The answer has the status ${statusCode}: 400 and more fail a check unless its shouldFail is true`;
  return [...reasons, status];
}
