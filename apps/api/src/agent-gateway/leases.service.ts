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

const NOTHING: Granted = { leases: [], broken: [], takeovers: 0, revision: null, waits: [] };

@Injectable()
export class LeasesService {
  private readonly logger = new Logger('Leases');
  /** When the presence of an agent was written, by `location/agent`: agents choose their ids. */
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
      const granted = await this.wait(location, request, AbortSignal.any([gone, cut]));
      let sent = false;
      try {
        const answer = await this.answer(location, request, granted);
        if (cut.aborted) throw badToken();
        sent = !gone.aborted;
        return answer;
      } finally {
        // Nobody would run these until the lease ends.
        if (!sent && granted.leases.length > 0) await this.release(location, granted.leases);
      }
    });
  }

  private async wait(location: LocationPrincipal, request: LeaseRequest, gone: AbortSignal): Promise<Granted> {
    const until = Date.now() + request.waitSeconds * 1_000;
    await this.noteSeen(location, request);
    const place = `${location.accountId}/${location.slugName}`;
    for (;;) {
      if (gone.aborted) return NOTHING;
      const granted = await this.granted(location, request);
      const remainingMs = until - Date.now();
      const found = granted.leases.length + granted.broken.length > 0;
      if (found || remainingMs <= 0 || this.waiting.closed) return granted;
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
    { leases, broken, revision }: Granted,
  ): Promise<LeaseResponse> {
    if (broken.length > 0) await this.queries.expire(location, broken);
    const context = revision === null ? null : await this.contexts.contextFor(location, revision, contextVersion);
    return { leases, denyTargets: [...this.config.denyTargets], now: Date.now(), context };
  }

  private async noteSeen(location: LocationPrincipal, request: LeaseRequest): Promise<void> {
    const agent = `${location.locationId}/${request.agentId}`;
    const now = Date.now();
    if (now - (this.seenAt.get(agent) ?? 0) < SEEN_EVERY_MS) return;
    const awaySeconds = await this.queries.seen(location, request);
    if (this.seenAt.size > 10_000) this.seenAt.clear();
    this.seenAt.set(agent, now);
    if (awaySeconds === null) return;
    this.metrics.locationFound();
    const { accountId, slugName } = location;
    this.logger.log(
      { accountId, location: slugName, awaySeconds: Math.round(awaySeconds) },
      'a location is reachable again',
    );
  }
}
