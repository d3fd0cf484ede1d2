import { setTimeout as sleep } from 'node:timers/promises';
import { RENEW_SECONDS } from '#agent-protocol';
import type { Logger } from '../logging.js';
import type { AgentMetrics } from '../metrics.js';
import { newTraceId } from '../trace.js';
import type { ApiClient } from './api-client.js';
import type { Workload } from './workload.js';

/** Pause before a failed renewal is tried again, in milliseconds: there are two tries left before a lease ends. */
const RETRY_MS = 2_000;

/** Keeps the leases of everything that the agent holds, with one call for all of them. */
export class Renewal {
  private readonly controller = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly api: ApiClient,
    private readonly agentId: string,
    private readonly workload: Workload,
    private readonly logger: Logger,
    private readonly metrics: AgentMetrics,
    private readonly everyMs = RENEW_SECONDS * 1_000,
  ) {}

  start(): void {
    this.running ??= this.loop();
  }

  async stop(): Promise<void> {
    this.controller.abort();
    await this.running;
  }

  private async loop(): Promise<void> {
    const { signal } = this.controller;
    let pause = this.everyMs;
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      pause = signal.aborted || (await this.renew(signal)) ? this.everyMs : Math.min(RETRY_MS, this.everyMs);
    }
  }

  private async renew(signal: AbortSignal): Promise<boolean> {
    const leases = this.workload.held();
    if (leases.length === 0) return true;
    const sentAt = performance.now();
    const traceId = newTraceId();
    try {
      const { lost } = await this.api.renew({ agentId: this.agentId, leases }, signal, traceId);
      this.workload.renewed(leases, lost, sentAt);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.metrics.callFailed('renew');
      this.logger.warn({ reason: String(error), traceId }, 'Leases could not be renewed: trying again');
      return false;
    }
  }
}
