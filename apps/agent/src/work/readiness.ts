/** What the orchestrator's readiness probe asks about (spec 4.9). */
export class Readiness {
  private accepted = false;
  private draining = false;

  /** The API has accepted the key at least once, has not refused it since, and no shutdown has begun. */
  get isReady(): boolean {
    return this.accepted && !this.draining;
  }

  /** Why the agent is not ready, for a person to read. */
  get state(): string {
    if (this.draining) return 'shutting down';
    return this.accepted ? 'ready' : 'the API has not accepted this agent yet';
  }

  accept(): void {
    this.accepted = true;
  }

  refuse(): void {
    this.accepted = false;
  }

  drain(): void {
    this.draining = true;
  }
}
