import { OUTAGE_GRACE_SECONDS, type HeldLease, type LeaseRequest, type LeaseResponse } from '#agent-protocol';
import type { ApiConfig } from '#config';
import { badToken, type LocationPrincipal } from '#http';
import { Outage } from '#persistence';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { API_CONFIG } from '../config.module.js';
import { PipelineMetrics } from '../metrics/index.js';
import { CutAgents } from './cut-agents.js';
import { LeaseContexts } from './lease-contexts.js';
import { LeasesQueries, type Granted } from './leases.queries.js';
import { WaitingAgents } from './waiting-agents.js';

/** An agent's presence is written at most so often. */
const SEEN_EVERY_MS = 10_000;

const NOTHING: Granted = { leases: [], takeovers: 0, revision: null, waits: [] };

@Injectable()
export class LeasesService {
  private readonly logger = new Logger('Leases');
  private readonly seenAt = new Map<string, number>();

  constructor(
    private readonly queries: LeasesQueries,
    private readonly contexts: LeaseContexts,
    private readonly waiting: WaitingAgents,
    private readonly cutAgents: CutAgents,
    private readonly outage: Outage,
    private readonly metrics: PipelineMetrics,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Answers at once when there is work, else waits for some. An agent that hangs up meanwhile, or whose key is deleted, is given nothing. */
  lease(location: LocationPrincipal, request: LeaseRequest, gone: AbortSignal): Promise<LeaseResponse> {
    return this.cutAgents.whileKeyLives(location.keyId, async (cut) => {
      const answer = await this.wait(location, request, AbortSignal.any([gone, cut]));
      if (cut.aborted) throw badToken();
      return answer;
    });
  }

  private async wait(location: LocationPrincipal, request: LeaseRequest, gone: AbortSignal): Promise<LeaseResponse> {
    const until = Date.now() + request.waitSeconds * 1_000;
    await this.noteSeen(location, request);
    const place = `${location.accountId}/${location.slugName}`;
    for (;;) {
      if (gone.aborted) return this.answer(location, request, NOTHING);
      const granted = await this.granted(location, request);
      const { leases } = granted;
      // Granted at the very moment the agent hung up: nobody would run these until the lease ends.
      if (gone.aborted) await this.release(location, leases);
      const remainingMs = until - Date.now();
      if (leases.length > 0 || remainingMs <= 0 || this.waiting.closed) return this.answer(location, request, granted);
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

  private async granted(location: LocationPrincipal, request: LeaseRequest): Promise<Granted> {
    const takeOver = this.outage.over(OUTAGE_GRACE_SECONDS * 1_000);
    const granted = await this.queries.lease(location, request, takeOver);
    const { leases, takeovers, waits } = granted;
    this.metrics.leased(leases.length, takeovers, waits);
    // With the trace of the agent's call: from here on the agent's lines tell what becomes of a run.
    if (leases.length > 0) this.logger.debug({ runIds: leases.map(({ runId }) => runId), takeovers }, 'leased');
    return granted;
  }

  private async answer(
    location: LocationPrincipal,
    { contextVersion }: LeaseRequest,
    { leases, revision }: Granted,
  ): Promise<LeaseResponse> {
    const context = revision === null ? null : await this.contexts.contextFor(location, revision, contextVersion);
    return { leases, denyTargets: [...this.config.denyTargets], now: Date.now(), context };
  }

  private async noteSeen(location: LocationPrincipal, request: LeaseRequest): Promise<void> {
    const last = this.seenAt.get(request.agentId) ?? 0;
    if (Date.now() - last < SEEN_EVERY_MS) return;
    if (this.seenAt.size > 10_000) this.seenAt.clear();
    this.seenAt.set(request.agentId, Date.now());
    const awaySeconds = await this.queries.seen(location, request);
    if (awaySeconds === null) return;
    this.metrics.locationFound();
    const { accountId, slugName } = location;
    this.logger.log(
      { accountId, location: slugName, awaySeconds: Math.round(awaySeconds) },
      'a location is reachable again',
    );
  }
}
