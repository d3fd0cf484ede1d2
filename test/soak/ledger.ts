import type { LeaseRequest, LeaseResponse, ReportRequest, ReportResponse } from '#agent-protocol';

export type End = 'kill' | 'terminate';

/** Two moments as `performance.now()`. */
export interface Span {
  from: number;
  to: number;
}

interface Held {
  agentId: string;
  /** When the agent was ended, if it was. */
  endedAt?: number;
  by?: End;
}

/** What agents were told: who has which run, which reports were acknowledged, how long runs of ended agents waited. */
export class Ledger {
  /** `run/attempt` of every report that was answered with `accepted`. */
  readonly acknowledged = new Set<string>();
  readonly verdicts: Record<string, number> = {};
  /** From the end of an agent to the next lease of a run that it had. */
  readonly takeovers: Record<End, Span[]> = { kill: [], terminate: [] };
  private readonly held = new Map<string, Held>();

  leased(request: LeaseRequest, { leases }: LeaseResponse): void {
    for (const { runId } of leases) {
      const before = this.held.get(runId);
      if (before?.endedAt !== undefined)
        this.takeovers[before.by!].push({ from: before.endedAt, to: performance.now() });
      this.held.set(runId, { agentId: request.agentId });
    }
  }

  reported({ results }: ReportRequest, { verdicts }: ReportResponse): void {
    for (const [at, verdict] of verdicts.entries()) {
      const { runId, attempt } = results[at]!;
      this.verdicts[verdict] = (this.verdicts[verdict] ?? 0) + 1;
      if (verdict === 'accepted') this.acknowledged.add(`${runId}/${attempt}`);
      if (verdict !== 'stale') this.held.delete(runId);
    }
  }

  /** An agent gets its signal now: from here on the runs it has are waiting for another. */
  ended(agentId: string, by: End): void {
    for (const held of this.held.values()) {
      if (held.agentId !== agentId || held.endedAt !== undefined) continue;
      held.endedAt = performance.now();
      held.by = by;
    }
  }
}

/** The value below which the share `p` of the numbers lies; 0 of none. */
export function percentile(numbers: readonly number[], p: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? 0;
}
