/** Reference 5.11: an agent counts as connected while it was seen in the last 10 minutes. */
export const AGENT_PRESENCE_MS = 10 * 60_000;

/** An agent that was seen lately. */
export interface RunningAgent {
  id: string;
  version: string;
  lastSeenAt: Date;
}

export interface AgentVersion {
  version: string;
  count: number;
  agents: Pick<RunningAgent, 'id' | 'lastSeenAt'>[];
}

/** Agents by version, the newest version first (reference 3.12, `runningAgents`). */
export function agentsByVersion(agents: readonly RunningAgent[]): AgentVersion[] {
  const versions = new Map<string, AgentVersion>();
  for (const { id, version, lastSeenAt } of agents) {
    const group = versions.get(version) ?? { version, count: 0, agents: [] };
    versions.set(version, { version, count: group.count + 1, agents: [...group.agents, { id, lastSeenAt }] });
  }
  return [...versions.values()].toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}
