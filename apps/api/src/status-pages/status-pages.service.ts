import type { AccountId, Part, PartRequest, SentCard, StatusPage } from '#domain';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import { StatusPagesQueries, type StatusPageDetails, type StatusPageListed } from './status-pages.queries.js';
import { StatusPagesRepository } from './status-pages.repository.js';

type Settable = Omit<StatusPage, 'id' | 'whiteLabel' | 'isPrivate' | 'themeColors'> &
  Partial<Pick<StatusPage, 'themeColors'>>;
export type NewStatusPage = Settable & { cards: SentCard[] };

@Injectable()
export class StatusPagesService {
  constructor(
    private readonly pages: StatusPagesRepository,
    private readonly queries: StatusPagesQueries,
  ) {}

  part(account: AccountId, request: PartRequest): Promise<Part<StatusPageListed>> {
    return this.queries.part(account, request);
  }

  get(account: AccountId, id: string): Promise<StatusPageDetails> {
    return this.queries.get(account, id);
  }

  async create(account: AccountId, values: NewStatusPage, id: string = newId()): Promise<StatusPageDetails> {
    const { cards, themeColors = null, ...fields } = values;
    await this.pages.add(account, { id, ...fields, themeColors, whiteLabel: false, isPrivate: false }, cards);
    return this.queries.get(account, id);
  }

  /** Absent fields stay as they are. */
  async update(account: AccountId, id: string, change: Partial<NewStatusPage>): Promise<StatusPageDetails> {
    const { cards, ...fields } = change;
    await this.pages.update(account, id, fields, cards);
    return this.queries.get(account, id);
  }

  remove(account: AccountId, id: string): Promise<void> {
    return this.pages.remove(account, { id });
  }
}
