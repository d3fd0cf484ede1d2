import { createUrlProbe } from '../../apps/agent/src/probes/url.js';
import type { ApiCheckResult } from '../../apps/agent/src/probes/http-result.js';
import type { Outcome } from '#agent';
import { addressPolicy, PHASES, type UrlRequest } from '#domain';
import { leasedCheck, runProbe } from './probe-run.js';

const probe = createUrlProbe();

/** One run of the real URL probe, with the result that it would report. */
export async function askUrl(
  request: Partial<UrlRequest>,
  denied: string[] = [],
  signal = new AbortController().signal,
): Promise<Outcome & { detail: ApiCheckResult }> {
  const whole = { method: 'GET', followRedirects: true, skipSSL: false, ipFamily: 'IPv4', assertions: [], ...request };
  const outcome = await runProbe(probe, leasedCheck('URL', whole), { isDenied: addressPolicy(denied) }, signal);
  return outcome as Outcome & { detail: ApiCheckResult };
}

export const at = (port: number, path = '/', host = '127.0.0.1') => `http://${host}:${port}${path}`;

/** Reference 3.10: the phases add up to the response time, but for the rounding. */
export function expectPhases(outcome: Outcome): void {
  const { timings } = outcome;
  if (timings === null) throw new Error('No timings');
  expect(Object.keys(timings)).toEqual([...PHASES]);
  for (const phase of PHASES) expect(timings[phase]).toBeGreaterThanOrEqual(0);
  expect(PHASES.reduce((sum, phase) => sum + timings[phase], 0)).toBeCloseTo(outcome.responseTime, 2);
}
