import type { CheckType } from '#domain';
import type { Logger } from '../logging.js';
import { createScripts } from '../scripts/run-scripts.js';
import { createApiProbe } from './api.js';
import { createDnsProbe } from './dns.js';
import { findPing } from './icmp-ping.js';
import { createIcmpProbe } from './icmp.js';
import type { Probe } from './probe.js';
import { createResolve, resolveBySystem } from './resolve.js';
import { createTcpProbe } from './tcp.js';
import { createUrlProbe } from './url.js';

/** The probes by check type. The types found here are those that the agent asks the API for. */
export type ProbeRegistry = ReadonlyMap<CheckType, Probe>;

export interface ProbeSettings {
  /** TCP checks look names up as the operating system does. */
  osDnsResolver: boolean;
}

/**
 * What an agent can execute on this machine: ICMP checks only where `ping` works, so that the API gives them to others
 * (decision 37). `createAgent` takes further probes, or others in their place.
 */
export async function builtInProbes({ osDnsResolver }: ProbeSettings, logger?: Logger): Promise<ProbeRegistry> {
  const probes = new Map<CheckType, Probe>([
    ['URL', createUrlProbe()],
    ['API', createApiProbe({ scripts: createScripts({}, logger) })],
    ['TCP', createTcpProbe(osDnsResolver ? resolveBySystem : createResolve())],
    ['DNS', createDnsProbe()],
  ]);
  const found = await findPing();
  if ('ping' in found) return probes.set('ICMP', createIcmpProbe(found.ping));
  logger?.info({ problem: found.problem }, 'ICMP checks cannot be executed here and are left to other agents');
  return probes;
}
