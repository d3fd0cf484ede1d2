import type { CheckType } from '#domain';
import type { Probe } from './probe.js';
import { createUrlProbe } from './url.js';

/** The probes by check type. The types found here are those that the agent asks the API for. */
export type ProbeRegistry = ReadonlyMap<CheckType, Probe>;

/** What every agent can execute. `createAgent` takes further ones, or others in their place. */
export function builtInProbes(): ProbeRegistry {
  return new Map<CheckType, Probe>([['URL', createUrlProbe()]]);
}
