import type { ApiConfig } from '#config';
import { FINAL_SESSION_STATUSES, notFound, type AccountId, type RunSource, type SessionStatus } from '#domain';
import { RetryLater } from '#http';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../config.module.js';
import { CheckSessionView, CheckSessionWithResultsView } from './check-sessions.dto.js';
import {
  CheckSessionsQueries,
  type SessionResultRow,
  type SessionRow,
  type TriggerTarget,
} from './check-sessions.queries.js';
import { WaitingCallers } from './waiting-callers.js';

/** Reference 1.2. */
const STILL_IN_PROGRESS =
  'Check session is still in progress, but maximum per-request wait time was exceeded. Please retry.';
const RETRY_AFTER_SECONDS = 1;

/** What a session came to. */
export interface EndedSession {
  checkId: string;
  status: SessionStatus;
  results: SessionResultRow[];
}

@Injectable()
export class CheckSessionsService {
  constructor(
    private readonly queries: CheckSessionsQueries,
    private readonly waiting: WaitingCallers,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async trigger(account: AccountId, target: TriggerTarget = {}): Promise<{ sessions: CheckSessionView[] }> {
    const sessions = await this.open(account, target, 'TRIGGER_API');
    return { sessions: sessions.map((session) => CheckSessionView.of(session, this.config.publicUrl)) };
  }

  async get(account: AccountId, id: string): Promise<CheckSessionWithResultsView> {
    return this.withResults(await this.find(account, id));
  }

  /** Waits until the session ends; 408 when it does not in time. */
  async completion(
    account: AccountId,
    id: string,
    maxWaitSeconds: number,
    gone: AbortSignal,
  ): Promise<CheckSessionWithResultsView> {
    const session = await this.ended(account, id, Date.now() + maxWaitSeconds * 1_000, gone);
    return this.withResults(session);
  }

  /** Runs checks and waits for their sessions, until `until` (unix milliseconds). Throws as `trigger` and `completion` do. */
  async run(
    account: AccountId,
    target: TriggerTarget,
    source: RunSource,
    until: number,
    gone: AbortSignal,
  ): Promise<EndedSession[]> {
    const sessions = await this.open(account, target, source);
    return Promise.all(
      sessions.map(async ({ id }) => {
        const { checkId, status } = await this.ended(account, id, until, gone);
        return { checkId, status, results: await this.queries.results(account, id) };
      }),
    );
  }

  private async open(account: AccountId, target: TriggerTarget, source: RunSource): Promise<SessionRow[]> {
    const sessions = await this.queries.trigger(account, target, source);
    if (sessions.length === 0) throw notFound('No matching checks were found.');
    return sessions;
  }

  private async ended(account: AccountId, id: string, until: number, gone: AbortSignal): Promise<SessionRow> {
    for (;;) {
      const session = await this.find(account, id);
      if (FINAL_SESSION_STATUSES.includes(session.status)) return session;
      const remainingMs = until - Date.now();
      if (remainingMs <= 0 || gone.aborted || this.waiting.closed)
        throw new RetryLater(408, STILL_IN_PROGRESS, RETRY_AFTER_SECONDS);
      await this.waiting.wait(id, remainingMs, gone);
    }
  }

  private async find(account: AccountId, id: string): Promise<SessionRow> {
    const session = await this.queries.find(account, id);
    if (!session) throw notFound('No such check session.');
    return session;
  }

  private async withResults(session: SessionRow): Promise<CheckSessionWithResultsView> {
    const results = await this.queries.results(session.accountId, session.id);
    return CheckSessionWithResultsView.with(session, results, this.config.publicUrl);
  }
}
