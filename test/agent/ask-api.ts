import type { LeasedCheck } from '#agent-protocol';
import type { Outcome, ProbeContext } from '#agent';
import { createApiProbe, type ApiProbeDeps } from '../../apps/agent/src/probes/api.js';
import type { ApiCheckResult } from '../../apps/agent/src/probes/http-result.js';
import type { ApiRequest, Assertion, Comparison, KeyValue } from '#domain';
import { leasedCheck, runProbe } from './probe-run.js';

const probe = createApiProbe();

export type ApiOutcome = Outcome & { detail: ApiCheckResult };

/** An API check's request with the defaults of the interface. */
export function apiRequestOf(request: Partial<ApiRequest>): ApiRequest {
  return {
    method: 'GET',
    url: '',
    followRedirects: true,
    skipSSL: false,
    ipFamily: 'IPv4',
    body: '',
    bodyType: 'NONE',
    headers: [],
    queryParameters: [],
    assertions: [],
    basicAuth: null,
    ...request,
  };
}

export interface ApiRun {
  /** What else the check is leased with. */
  check?: Partial<LeasedCheck>;
  context?: Partial<ProbeContext>;
  deps?: ApiProbeDeps;
  signal?: AbortSignal;
}

/** One run of the real API probe, with the result that it would report. */
export async function askApi(request: Partial<ApiRequest>, run: ApiRun = {}): Promise<ApiOutcome> {
  const { check = {}, context = {}, deps, signal = new AbortController().signal } = run;
  const leased = leasedCheck('API', apiRequestOf(request), check);
  return (await runProbe(deps ? createApiProbe(deps) : probe, leased, context, signal)) as ApiOutcome;
}

export const pair = (key: string, value: string, locked = false): KeyValue => ({ key, value, locked });

export const assertion = (
  source: string,
  comparison: Comparison,
  target = '',
  property = '',
  regex: string | null = null,
): Assertion => ({ source, property, comparison, target, regex });
