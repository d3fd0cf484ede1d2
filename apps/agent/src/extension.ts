import type { CheckType } from '#domain';
import type { Probe } from './probes/probe.js';
import type { ProbeRegistry } from './probes/registry.js';

/** How others extend an agent: it asks the API for their check types, too (`ApiExtension.checkTypes`), and runs them. */
export interface AgentExtension {
  name: string;
  /** By check type. */
  probes: ReadonlyMap<CheckType, Probe>;
}

/** The probes of an agent with its extensions. Throws when two of them execute the same check type. */
export function withExtensions(probes: ProbeRegistry, extensions: readonly AgentExtension[]): ProbeRegistry {
  const all = new Map(probes);
  for (const { name, probes: added } of extensions)
    for (const [type, probe] of added) {
      if (all.has(type)) throw new Error(`${name} executes checks of type ${type}, for which there is a probe already`);
      all.set(type, probe);
    }
  return all;
}
