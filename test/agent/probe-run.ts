import type { LeasedCheck } from '#agent-protocol';
import type { Outcome, Probe, ProbeContext } from '#agent';
import { addressPolicy, type CheckType } from '#domain';

/** A check as it is leased, without limits. */
export function leasedCheck(checkType: CheckType, request: unknown, more: Partial<LeasedCheck> = {}): LeasedCheck {
  const limits = { shouldFail: false, degradedResponseTime: null, maxResponseTime: null };
  return { id: '00000000-0000-4000-8000-000000000001', name: 'A check', checkType, request, ...limits, ...more };
}

/** What a probe gets beside the check. */
export function probeContext(check: LeasedCheck, more: Partial<ProbeContext> = {}): ProbeContext {
  const lease = {
    runId: '00000000-0000-7000-8000-000000000002',
    token: 1,
    sessionId: '00000000-0000-7000-8000-000000000003',
    resultId: '00000000-0000-7000-8000-000000000004',
    location: 'here',
    attempt: 1,
    check,
  };
  return { isDenied: addressPolicy([]), userAgent: 'Pharos/test', lease, context: null, ...more };
}

/** One run of a probe. */
export function runProbe(
  probe: Probe,
  check: LeasedCheck,
  more: Partial<ProbeContext> = {},
  signal = new AbortController().signal,
): Promise<Outcome> {
  return probe(check, probeContext(check, more), signal);
}
