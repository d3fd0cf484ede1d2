import type { Outcome } from '#agent';
import { addressPolicy, type DnsRequest } from '#domain';
import { createDnsProbe, type DnsCheckResult, type DnsProbeDeps } from '../../apps/agent/src/probes/dns.js';
import { record, TYPES } from './dns-target.js';
import { leasedCheck, runProbe } from './probe-run.js';

const TRIES = [100, 200];

/** One run of the real DNS probe, that is patient for 300 ms, with the result that it would report. */
export async function askDns(
  request: Partial<DnsRequest>,
  deps: Partial<DnsProbeDeps> = {},
  denied: string[] = [],
  signal = new AbortController().signal,
): Promise<Outcome & { detail: DnsCheckResult }> {
  const probe = createDnsProbe({ triesMs: TRIES, ...deps });
  const whole = { query: 'example.com', recordType: 'A', protocol: 'UDP', assertions: [], ...request };
  const outcome = await runProbe(probe, leasedCheck('DNS', whole), { isDenied: addressPolicy(denied) }, signal);
  return outcome as Outcome & { detail: DnsCheckResult };
}

export const at = (port: number) => ({ nameServer: '127.0.0.1', port });
export const address = (last: number) => record(TYPES.A, Buffer.from([192, 0, 2, last]));
