import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WAIT_SECONDS, type LeaseContext, type LeaseRequest } from '#agent-protocol';
import { addressPolicy, type AddressPolicy } from '#domain';
import type { Logger } from '../logging.js';
import type { AgentMetrics } from '../metrics.js';
import { newTraceId } from '../trace.js';
import { clockOffMs } from './api-clock.js';
import { ApiRefusal, type ApiClient } from './api-client.js';
import { Backoff } from './backoff.js';
import type { Readiness } from './readiness.js';
import type { Workload } from './workload.js';

/** Pause after a refused key, in milliseconds: somebody has to do something first. */
const REFUSED_PAUSE_MS = 5_000;
/** How long a nearly full agent waits for more room, in milliseconds: a few large leases cost less than many small ones. */
const GATHER_MS = 20;
/** An API that answers "nothing" at once, instead of waiting, is not asked again sooner than this, in milliseconds. */
const IDLE_PAUSE_MS = 1_000;

/** What the agent says about itself with each lease. */
export type Identity = Pick<LeaseRequest, 'agentId' | 'checkTypes' | 'runtimes' | 'slots' | 'version'>;

/** Asks the API for as much work as there is room for, as long as the agent lives. */
export class LeaseLoop {
  private readonly controller = new AbortController();
  private readonly backoff = new Backoff();
  private readonly stopped = new Promise<void>((resolve) => {
    this.controller.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  private running: Promise<void> | undefined;
  private accepted = false;
  private isIdle = false;
  private context: LeaseContext | null = null;
  private policy: { source: string; isDenied: AddressPolicy } | undefined;

  constructor(
    private readonly api: ApiClient,
    private readonly identity: Identity,
    private readonly workload: Workload,
    private readonly readiness: Readiness,
    private readonly logger: Logger,
    private readonly metrics: AgentMetrics,
  ) {}

  start(): void {
    this.running ??= this.loop();
  }

  /** Ends the long poll at once. Leases that came in until then are in the workload. */
  async stop(): Promise<void> {
    this.controller.abort();
    await this.running;
  }

  private async loop(): Promise<void> {
    const { signal } = this.controller;
    while (!signal.aborted) {
      await this.room();
      if (signal.aborted) return;
      const traceId = newTraceId();
      try {
        await this.ask(traceId);
      } catch (error) {
        if (!signal.aborted) await this.failed(error, traceId);
      }
    }
  }

  /** Waits until something can be taken. */
  private async room(): Promise<void> {
    const { signal } = this.controller;
    while (this.workload.free <= 0 && !signal.aborted) await Promise.race([this.workload.change(), this.stopped]);
    if (this.workload.free < this.workload.size) await sleep(GATHER_MS);
  }

  private async ask(traceId: string): Promise<void> {
    const { signal } = this.controller;
    const askedAt = performance.now();
    // The first time without waiting: the agent is ready as soon as its key is accepted, not when the first work comes.
    const waitSeconds = this.accepted ? MAX_WAIT_SECONDS : 0;
    const request = {
      ...this.identity,
      capacity: this.workload.free,
      waitSeconds,
      contextVersion: this.context?.version ?? null,
    };
    const answer = await this.api.lease(request, signal, traceId);
    this.succeeded();
    this.context = answer.context ?? this.context;
    const { denyTargets } = answer;
    this.workload.accept(answer.leases, {
      isDenied: this.policyOf(denyTargets),
      denyTargets,
      context: this.context,
      clockOffMs: clockOffMs(answer.now),
      traceId,
    });
    this.report(answer.leases.length, traceId);
    const tooQuick = answer.leases.length === 0 && waitSeconds > 0 && performance.now() - askedAt < IDLE_PAUSE_MS;
    if (tooQuick) await sleep(IDLE_PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }

  private succeeded(): void {
    if (!this.accepted) this.logger.info('The API accepted this agent');
    this.accepted = true;
    this.backoff.reset();
    this.readiness.accept();
  }

  private report(leased: number, traceId: string): void {
    this.metrics.leased(leased);
    if (leased > 0) this.logger.debug({ leased, traceId }, 'Leased');
    else if (!this.isIdle) this.logger.info('No jobs. Waiting..');
    this.isIdle = leased === 0;
  }

  private async failed(error: unknown, traceId: string): Promise<void> {
    const { signal } = this.controller;
    this.metrics.callFailed('lease');
    this.accepted = false;
    if (error instanceof ApiRefusal && error.isKeyRefused) {
      this.readiness.refuse();
      this.logger.error(
        { status: error.status, traceId },
        'The key was refused: check API_KEY, the key of the private location',
      );
      return this.backoff.pause(signal, REFUSED_PAUSE_MS);
    }
    const reason = error instanceof Error ? error.message || error.name : String(error);
    this.logger.warn({ reason, traceId }, 'The API cannot be reached: trying again');
    return this.backoff.pause(signal);
  }

  /** A policy that cannot be read denies by failing: nothing is executed outside a fence that somebody wanted. */
  private policyOf(denyTargets: readonly string[]): AddressPolicy {
    const source = denyTargets.join(',');
    if (this.policy?.source === source) return this.policy.isDenied;
    this.policy = { source, isDenied: readPolicy(denyTargets, this.logger) };
    return this.policy.isDenied;
  }
}

function readPolicy(denyTargets: readonly string[], logger: Logger): AddressPolicy {
  try {
    return addressPolicy(denyTargets);
  } catch (error) {
    const message = `The API's address policy cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    logger.error(message);
    return () => {
      throw new Error(message, { cause: error });
    };
  }
}
