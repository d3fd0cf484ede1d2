import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import type { Logger } from '../logging.js';
import type { AgentMetrics } from '../metrics.js';

/** Probes that may be in their first moments at the same time. */
const YOUNG = 2;
/** How long a started probe counts as young unless it ends before, in milliseconds. */
const YOUNG_MS = 2;
/** How often the event loop's delay is looked at, in milliseconds. */
const LOOK_MS = 10_000;
/** The histogram's resolution in milliseconds: a free loop shows this as its delay. */
const RESOLUTION_MS = 10;
/** A delay that makes response times worth a warning, 99th percentile in milliseconds. */
const WORRYING_MS = 50;

/**
 * Spreads the starts of probes. With 50 fast probes in flight in one process, 10 ms of event-loop queueing pass for the
 * target's response time, with no more throughput than with 4 (measured, performance.md). Slow targets may be many in
 * flight: it is starts and completions that must be few at a time, so only young probes are limited.
 */
export class Pacer {
  private young = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly logger: Logger,
    private readonly metrics: AgentMetrics,
  ) {
    this.delay.enable();
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Waits for leave to start a probe. Call what it returns when the probe has ended. */
  async turn(): Promise<() => void> {
    if (this.young >= YOUNG) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.young += 1;
    let isYoung = true;
    const grow = () => {
      if (!isYoung) return;
      isYoung = false;
      clearTimeout(timer);
      const next = this.waiting.shift();
      if (next === undefined) this.young -= 1;
      else next();
    };
    const timer = setTimeout(grow, YOUNG_MS);
    return grow;
  }

  stop(): void {
    clearInterval(this.timer);
    this.delay.disable();
  }

  private look(): void {
    const late = this.delay.percentile(99) / 1e6 - RESOLUTION_MS;
    this.delay.reset();
    this.metrics.eventLoopDelay(Math.max(0, late));
    if (late < WORRYING_MS) return;
    const message =
      'The event loop is late: response times measured now are too high. Lower JOB_CONCURRENCY or add an agent';
    this.logger.warn({ lateMs: Math.round(late) }, message);
  }
}
