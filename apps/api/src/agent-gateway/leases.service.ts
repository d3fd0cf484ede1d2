import {
  OUTAGE_GRACE_SECONDS,
  type HeldLease,
  type Lease,
  type LeaseRequest,
  type LeaseResponse,
} from '#agent-protocol';
import type { ApiConfig } from '#config';
import type { LocationPrincipal } from '#http';
import { Outage } from '#persistence';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { API_CONFIG } from '../config.module.js';
import { PipelineMetrics } from '../metrics/index.js';
import { LeasesQueries } from './leases.queries.js';
import { WaitingAgents } from './waiting-agents.js';

/** An agent's presence is written at most so often. */
const SEEN_EVERY_MS = 10_000;

@Injectable()
export class LeasesService {
  private readonly logger = new Logger('Leases');
  private readonly seenAt = new Map<string, number>();

  constructor(
    private readonly queries: LeasesQueries,
    private readonly waiting: WaitingAgents,
    private readonly outage: Outage,
    private readonly metrics: PipelineMetrics,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Answers at once when there is work, else waits for some. An agent that hangs up meanwhile is given nothing. */
  async lease(location: LocationPrincipal, request: LeaseRequest, gone: AbortSignal): Promise<LeaseResponse> {
    const until = Date.now() + request.waitSeconds * 1_000;
    await this.noteSeen(location, request);
    const place = `${location.accountId}/${location.slugName}`;
    for (;;) {
      if (gone.aborted) return this.answer([]);
      const leases = await this.granted(location, request);
      // Granted at the very moment the agent hung up: nobody would run these until the lease ends.
      if (gone.aborted) await this.release(location, leases);
      const remainingMs = until - Date.now();
      if (leases.length > 0 || remainingMs <= 0 || this.waiting.closed) return this.answer(leases);
      await this.metrics.whileWaiting(this.waiting.wait(place, remainingMs, gone));
    }
  }

  async renew(location: LocationPrincipal, leases: HeldLease[]): Promise<{ lost: HeldLease[] }> {
    const lost = await this.queries.renew(location, leases);
    this.metrics.lost(lost.length);
    return { lost };
  }

  async release(location: LocationPrincipal, leases: HeldLease[]): Promise<{ released: number }> {
    const released = await this.queries.release(location, leases);
    this.metrics.released(released);
    return { released };
  }

  private async granted(location: LocationPrincipal, request: LeaseRequest): Promise<Lease[]> {
    const takeOver = this.outage.over(OUTAGE_GRACE_SECONDS * 1_000);
    const { leases, takeovers } = await this.queries.lease(location, request, takeOver);
    this.metrics.leased(leases.length, takeovers);
    // With the trace of the agent's call: from here on the agent's lines tell what becomes of a run.
    if (leases.length > 0) this.logger.debug({ runIds: leases.map(({ runId }) => runId), takeovers }, 'leased');
    return leases;
  }

  private answer(leases: LeaseResponse['leases']): LeaseResponse {
    return { leases, denyTargets: [...this.config.denyTargets] };
  }

  private async noteSeen(location: LocationPrincipal, request: LeaseRequest): Promise<void> {
    const last = this.seenAt.get(request.agentId) ?? 0;
    if (Date.now() - last < SEEN_EVERY_MS) return;
    if (this.seenAt.size > 10_000) this.seenAt.clear();
    this.seenAt.set(request.agentId, Date.now());
    await this.queries.seen(location, request);
  }
}
