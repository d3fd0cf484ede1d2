import { notFound, type AccountId, type Trigger, type TriggerKind, type TriggerTarget } from '#domain';
import { Database, Vault } from '#persistence';
import { Injectable } from '@nestjs/common';
import { MEMBERS, STATEMENTS } from './trigger-statements.js';
import { hashToken } from './trigger-token.js';

/** A trigger whose token somebody knows. */
export interface FoundTrigger<Kind extends TriggerKind> {
  accountId: AccountId;
  id: number;
  target: TriggerTarget[Kind];
}

/** What a group's address runs. */
export interface Members {
  concurrency: number;
  checkIds: string[];
}

type TriggerRow<Kind extends TriggerKind> = Omit<Trigger<Kind>, 'token'> & { sealedToken: Buffer };

/** Tokens are sealed on the way in and opened on the way out; nothing else knows about it. */
@Injectable()
export class TriggersQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** The trigger, with this token if there was none. Throws not-found. */
  async create<Kind extends TriggerKind>(
    kind: Kind,
    account: AccountId,
    target: TriggerTarget[Kind],
    token: string,
  ): Promise<Trigger<Kind>> {
    const values = [account, target, this.vault.seal(token, purpose(kind, account, target)), hashToken(token)];
    return this.opened(kind, account, await this.database.rows<TriggerRow<Kind>>(STATEMENTS[kind].create, values));
  }

  /** Throws not-found when the account has no such check or group, or it has no trigger. */
  async get<Kind extends TriggerKind>(
    kind: Kind,
    account: AccountId,
    target: TriggerTarget[Kind],
  ): Promise<Trigger<Kind>> {
    return this.opened(
      kind,
      account,
      await this.database.rows<TriggerRow<Kind>>(STATEMENTS[kind].get, [account, target]),
    );
  }

  /** Throws not-found. */
  async remove<Kind extends TriggerKind>(kind: Kind, account: AccountId, target: TriggerTarget[Kind]): Promise<void> {
    const removed = await this.database.rows(STATEMENTS[kind].remove, [account, target]);
    if (removed.length === 0) throw notFound();
  }

  /** One indexed look-up: whoever asks has shown nothing yet. */
  async find<Kind extends TriggerKind>(
    kind: Kind,
    target: TriggerTarget[Kind],
    token: string,
  ): Promise<FoundTrigger<Kind> | undefined> {
    const values = [hashToken(token), target];
    return (await this.database.rows<FoundTrigger<Kind>>(STATEMENTS[kind].find, values))[0];
  }

  async called<Kind extends TriggerKind>(kind: Kind, { accountId, id }: FoundTrigger<Kind>): Promise<void> {
    await this.database.rows(STATEMENTS[kind].called, [accountId, id]);
  }

  /** Throws not-found when the group is gone meanwhile. */
  async members({ accountId, target }: FoundTrigger<'group'>, location: string | undefined): Promise<Members> {
    const [members] = await this.database.rows<Members>(MEMBERS, [accountId, target, location ?? null]);
    if (!members) throw notFound();
    return members;
  }

  private opened<Kind extends TriggerKind>(kind: Kind, account: AccountId, [row]: TriggerRow<Kind>[]): Trigger<Kind> {
    if (!row) throw notFound();
    const { sealedToken, ...trigger } = row;
    return { ...trigger, token: this.vault.open(sealedToken, purpose(kind, account, row.target)) };
  }
}

const purpose = (kind: TriggerKind, account: AccountId, target: string | number) =>
  `${kind}-trigger/${account}/${target}`;
