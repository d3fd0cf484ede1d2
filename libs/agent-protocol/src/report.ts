import type { TimingPhases } from '#domain';

/** What one attempt found out. All times are monotonic offsets, so an agent's wall clock never matters (decision 22). */
export interface RunReport {
  runId: string;
  token: number;
  attempt: number;
  /** Milliseconds from receiving the lease to starting the probe, and to its end. */
  startedAfterMs: number;
  stoppedAfterMs: number;
  /** The check failed: the target's fault. */
  hasFailures: boolean;
  /** The platform failed: not the target's fault. */
  hasErrors: boolean;
  isDegraded: boolean;
  overMaxResponseTime: boolean;
  /** The request failed on the network (refused, reset, no such host, timed out): no answer that could be judged. */
  networkError: boolean;
  /** Milliseconds. */
  responseTime: number;
  /** Of HTTP checks that got an answer. */
  statusCode: number | null;
  timings: TimingPhases | null;
  /** When the certificate of what answered over TLS ends, in unix milliseconds. Absent: of an older agent. */
  certificateEnds?: number | null;
  /** Further numbers of the type, by metric, for analytics; at most 20. */
  metrics?: Readonly<Record<string, number>> | null;
  /** What a person reads; null when the check passed. At most 10,000 characters. */
  errorMessage: string | null;
  /** The type's own member of the result (reference 3.10), e.g. `apiCheckResult` of URL checks. */
  detail: unknown;
}

/** POST /agent/v1/results: 1..100 reports. Sending one again is harmless. */
export interface ReportRequest {
  agentId: string;
  results: RunReport[];
}

/** `accepted` is stored for good; `duplicate` was stored before; `stale` is refused: the run was leased again or has ended. */
export const REPORT_VERDICTS = ['accepted', 'duplicate', 'stale'] as const;
export type ReportVerdict = (typeof REPORT_VERDICTS)[number];

export interface ReportResponse {
  /** One for each report, in the order sent. */
  verdicts: ReportVerdict[];
}
