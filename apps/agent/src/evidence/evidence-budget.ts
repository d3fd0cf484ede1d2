/** How many failures are looked into at the same time. */
const AT_ONCE = 2;
/** How long a check waits until its next failure is looked into, in milliseconds. */
const PAUSE_MS = 5 * 60_000;

interface Gathered {
  at: number;
  resultId: string;
}

/** Whether a failure may be looked into; else why not, for a person to read. */
export type Permission = { done: () => void } | { refusal: string };

/**
 * Bounds the evidence of an agent: when everything is down at once, only a few failures are looked into, and no check's again
 * and again.
 */
export class EvidenceBudget {
  private running = 0;
  private readonly gathered = new Map<string, Gathered>();

  /** `now` in milliseconds of any clock that only goes forward. `done` is to be called once. */
  take(checkId: string, resultId: string, now: number): Permission {
    this.forget(now);
    const before = this.gathered.get(checkId);
    if (before !== undefined) {
      const seconds = Math.round((now - before.at) / 1_000);
      return { refusal: `Network evidence was gathered ${seconds} s before, with the result ${before.resultId}.` };
    }
    if (this.running >= AT_ONCE) {
      return { refusal: 'No network evidence was gathered: the agent was busy with that of other checks.' };
    }
    this.running += 1;
    this.gathered.set(checkId, { at: now, resultId });
    return { done: () => (this.running -= 1) };
  }

  /** The oldest come first. */
  private forget(now: number): void {
    for (const [checkId, { at }] of this.gathered) {
      if (now - at < PAUSE_MS) return;
      this.gathered.delete(checkId);
    }
  }
}
