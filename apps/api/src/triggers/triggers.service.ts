import {
  DomainError,
  notFound,
  TRIGGER_TOKEN,
  TRIGGER_WAIT_MS,
  type AccountId,
  type Trigger,
  type TriggerKind,
  type TriggerTarget,
} from '#domain';
import { SecretAddresses, type RateLimit } from '#http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { CheckSessionsService, type EndedSession } from '../check-sessions/index.js';
import { newTriggerToken } from './trigger-token.js';
import { TriggersQueries, type FoundTrigger } from './triggers.queries.js';

/** Reference 1.5. */
const CALLS: RateLimit = { name: 'trigger', requests: 10, seconds: 60 };

/** A call of a secret address, and how to answer it. */
export interface TriggerCall {
  token: string;
  /** Only there; as the checks say where it is absent. */
  location: string | undefined;
  /** Who calls. */
  address: string;
  response: Response;
  /** Aborted when the caller hangs up. */
  gone: AbortSignal;
}

/** How a check did that was run by an address. */
export interface TriggeredRun {
  checkId: string;
  hasFailures: boolean;
  /** Milliseconds; of the slowest location. */
  responseTime: number;
}

@Injectable()
export class TriggersService {
  constructor(
    private readonly triggers: TriggersQueries,
    private readonly sessions: CheckSessionsService,
    private readonly addresses: SecretAddresses,
  ) {}

  create<Kind extends TriggerKind>(
    kind: Kind,
    account: AccountId,
    target: TriggerTarget[Kind],
  ): Promise<Trigger<Kind>> {
    return this.triggers.create(kind, account, target, newTriggerToken());
  }

  get<Kind extends TriggerKind>(kind: Kind, account: AccountId, target: TriggerTarget[Kind]): Promise<Trigger<Kind>> {
    return this.triggers.get(kind, account, target);
  }

  remove<Kind extends TriggerKind>(kind: Kind, account: AccountId, target: TriggerTarget[Kind]): Promise<void> {
    return this.triggers.remove(kind, account, target);
  }

  /** Runs the check and waits for its end. Throws 404 for a wrong token or when it cannot run, 429, and 408 after 30 s. */
  async runCheck(checkId: string, call: TriggerCall): Promise<TriggeredRun> {
    const until = Date.now() + TRIGGER_WAIT_MS;
    const { accountId } = await this.admitted('check', checkId, call);
    return this.run(accountId, checkId, call, until);
  }

  /** Runs the checks of the group that can run, as many at once as it says. Throws as `runCheck` does. */
  async runGroup(groupId: number, call: TriggerCall): Promise<TriggeredRun[]> {
    const until = Date.now() + TRIGGER_WAIT_MS;
    const trigger = await this.admitted('group', groupId, call);
    const { checkIds, concurrency } = await this.triggers.members(trigger, call.location);
    const waiting = [...checkIds];
    const runs: TriggeredRun[] = [];
    const work = async () => {
      for (let checkId = waiting.shift(); checkId !== undefined; checkId = waiting.shift()) {
        const run = await this.run(trigger.accountId, checkId, call, until).catch(passOverMissing);
        if (run) runs.push(run);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, checkIds.length) }, work));
    if (runs.length === 0) throw notFound('No matching checks were found.');
    return runs;
  }

  /** Nothing is done for who does not know the token, and not too much for who does. */
  private async admitted<Kind extends TriggerKind>(
    kind: Kind,
    target: TriggerTarget[Kind],
    { token, address, response }: TriggerCall,
  ): Promise<FoundTrigger<Kind>> {
    if (!TRIGGER_TOKEN.test(token)) throw notFound();
    const trigger = await this.addresses.verified(address, () => this.triggers.find(kind, target, token));
    await this.addresses.spend(response, `${kind} ${trigger.accountId} ${trigger.id}`, CALLS);
    await this.triggers.called(kind, trigger);
    return trigger;
  }

  private async run(account: AccountId, checkId: string, { location, gone }: TriggerCall, until: number) {
    const target = { checkId: [checkId], location };
    const [session] = await this.sessions.run(account, target, 'LEGACY_TRIGGER', until, gone);
    return outcomeOf(session!);
  }
}

/** Degraded is passed (reference 5.3). What the platform could not run has not passed either. */
function outcomeOf({ checkId, status, results }: EndedSession): TriggeredRun {
  const finals = results.filter(({ resultType }) => resultType === 'FINAL');
  return {
    checkId,
    hasFailures: status !== 'PASSED' && status !== 'DEGRADED',
    responseTime: Math.max(0, ...finals.map(({ responseTime }) => responseTime)),
  };
}

/** A check that was deactivated or deleted since the list was made. */
function passOverMissing(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'not-found') return null;
  throw error;
}
