import type { AssertionOutcome } from '../assertion/assertion.js';
import { boundedText } from './bounded-text.js';

/** The longest message of a result, in characters. */
export const ERROR_MESSAGE_LENGTH = 10_000;

/** What one attempt found, before it is judged. */
export interface Finding {
  /** Of HTTP checks that got an answer; null without one and for other types. */
  statusCode: number | null;
  /** Why there is no answer to judge; null when there is one. */
  requestError: string | null;
  /** Milliseconds. */
  responseTime: number;
  assertions: readonly AssertionOutcome[];
}

/** A check's own limits. */
export interface Limits {
  /** Milliseconds; null = no limit. */
  degradedResponseTime: number | null;
  /** Milliseconds; null = no limit. */
  maxResponseTime: number | null;
  shouldFail: boolean;
}

export interface Verdict {
  hasFailures: boolean;
  isDegraded: boolean;
  overMaxResponseTime: boolean;
  /** Every reason of a failure, one a line; null when the check passed or is only degraded. */
  errorMessage: string | null;
}

const reached = (time: number, limit: number | null) => limit !== null && time >= limit;

/**
 * Reference 5.3: failed beats degraded beats passed; reaching a limit is being over it.
 *
 * A status of 400 or more fails "by default even without assertions", so also beside a passing assertion such as
 * STATUS_CODE EQUALS 404: `shouldFail` is the one switch that accepts such an answer, and the message says so.
 * `shouldFail` is about the status only: the limits on the response time stay the check's own wish and hold with it.
 */
export function judge(finding: Finding, limits: Limits): Verdict {
  const overMaxResponseTime = reached(finding.responseTime, limits.maxResponseTime);
  const reasons = [...answerReasons(finding, limits), ...timeReasons(finding, limits, overMaxResponseTime)];
  const hasFailures = reasons.length > 0;
  return {
    hasFailures,
    isDegraded: !hasFailures && reached(finding.responseTime, limits.degradedResponseTime),
    overMaxResponseTime,
    errorMessage: hasFailures ? boundedText(reasons.join('\n'), ERROR_MESSAGE_LENGTH) : null,
  };
}

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

function timeReasons(finding: Finding, limits: Limits, over: boolean): string[] {
  if (!over || finding.requestError !== null) return [];
  return [
    `The response time of ${Math.round(finding.responseTime)} ms reached the limit of ${limits.maxResponseTime} ms`,
  ];
}
