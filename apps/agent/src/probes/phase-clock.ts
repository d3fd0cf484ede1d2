import { PHASES, type Phase, type TimingPhases } from '#domain';

/** Microseconds are the finest that is reported. */
const round = (ms: number) => Math.round(ms * 1_000) / 1_000;

/**
 * Splits the time of a request into phases without gaps: each moment belongs to the phase entered last, so the phases
 * add up to the response time. Over redirects the phases of all hops are added; a hop begins with `wait` again.
 */
export class PhaseClock {
  private readonly began = performance.now();
  private readonly spent: TimingPhases = { wait: 0, dns: 0, tcp: 0, tls: 0, firstByte: 0, download: 0 };
  /** When each phase was entered last. */
  private readonly entered = new Map<Phase, number>();
  private current: Phase = 'wait';
  private since = this.began;
  private stopped = false;
  private result: TimingPhases | null = null;

  /** Ends the current phase and begins `phase`. Does nothing once stopped. */
  enter(phase: Phase): void {
    if (this.stopped) return;
    this.mark();
    this.current = phase;
    this.entered.set(phase, this.since);
  }

  /** Ends the last phase. */
  stop(): void {
    if (this.stopped) return;
    this.mark();
    this.stopped = true;
  }

  /** Milliseconds in each phase. */
  phases(): TimingPhases {
    if (this.result !== null) return this.result;
    const { wait, dns, tcp, tls, firstByte, download } = this.spent;
    const phases = {
      wait: round(wait),
      dns: round(dns),
      tcp: round(tcp),
      tls: round(tls),
      firstByte: round(firstByte),
      download: round(download),
    };
    if (this.stopped) this.result = phases;
    return phases;
  }

  /** Milliseconds from the start to entering `phase` for the last time; null if it never was. */
  offset(phase: Phase): number | null {
    const at = this.entered.get(phase);
    return at === undefined ? null : round(at - this.began);
  }

  /** Milliseconds from the start to the stop: the sum of the phases as reported. */
  total(): number {
    const phases = this.phases();
    return round(PHASES.reduce((sum, phase) => sum + phases[phase], 0));
  }

  private mark(): void {
    const now = performance.now();
    this.spent[this.current] += now - this.since;
    this.since = now;
  }
}
