/** A second signal within this time, in ms, is the same one: the terminal sends it, and npm passes it on once more. */
const ECHO = 1_000;

/** Calls `first` for the first SIGTERM, SIGINT or SIGHUP, and `again` when somebody insists. */
export function onStopSignal(first: (signal: string) => void, again: () => void): void {
  let since: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now();
        first(signal);
      } else if (performance.now() - since > ECHO) {
        again();
      }
    });
  }
}
