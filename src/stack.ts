/** Something that runs between its start and its stop. */
export interface Part {
  /** Ends it in good order and waits until it has. */
  stop(): Promise<void>;
  /** Ends it without waiting, for a second signal. */
  abandon?(): void;
}

/** What runs together: stopping mirrors starting. */
export class Stack {
  private readonly running: { name: string; part: Part }[] = [];
  private starting: Promise<unknown> = Promise.resolve();
  private stopping: Promise<void> | undefined;

  constructor(private readonly onProblem: (name: string, error: unknown) => void) {}

  /** Starts the next part, one at a time. Throws `StoppedError` when a stop began. */
  start<T extends Part>(name: string, start: () => Promise<T>): Promise<T> {
    const started = this.startNext(name, start);
    this.starting = started.catch(() => undefined);
    return started;
  }

  /** Stops everything, the last started first, after what is starting now. A part that cannot be stopped does not keep the others. */
  stop(): Promise<void> {
    return (this.stopping ??= this.stopAll());
  }

  abandon(): void {
    for (const { part } of this.running.toReversed()) {
      try {
        part.abandon?.();
      } catch {
        // It is gone already.
      }
    }
  }

  private async startNext<T extends Part>(name: string, start: () => Promise<T>): Promise<T> {
    if (this.stopping) throw new StoppedError();
    const part = await start();
    this.running.push({ name, part });
    if (this.stopping) throw new StoppedError();
    return part;
  }

  private async stopAll(): Promise<void> {
    await this.starting;
    for (let next = this.running.at(-1); next; next = this.running.at(-1)) {
      await next.part.stop().catch((error: unknown) => this.onProblem(next!.name, error));
      this.running.pop();
    }
  }
}

/** A signal arrived during the start. */
export class StoppedError extends Error {
  constructor() {
    super('stopped during the start');
    this.name = 'StoppedError';
  }
}
