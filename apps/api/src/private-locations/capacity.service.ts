import { capacityOf, capacityWarnings, notFound, type AccountId, type Capacity } from '#domain';
import { warnCaller } from '#http';
import { Injectable } from '@nestjs/common';
import { CapacityQueries } from './capacity.queries.js';

/** Whether the agents of a location can do what is scheduled there. */
@Injectable()
export class CapacityService {
  constructor(private readonly queries: CapacityQueries) {}

  /** Throws not-found when the account has no such location. */
  async of(account: AccountId, id: string): Promise<Capacity> {
    const slugName = await this.queries.slugName(account, id);
    if (slugName === undefined) throw notFound();
    const [work] = await this.queries.work(account, [slugName]);
    if (!work) throw notFound();
    return capacityOf(work);
  }

  /** Tells whoever has just written a check, or a group for its members, where these do not fit: in the header `Warning`. */
  async warn(account: AccountId, what: 'check' | 'group', id: string | number): Promise<void> {
    const needs = await this.queries.needsOf(account, what, id);
    if (needs.length === 0) return;
    const work = await this.queries.work(account, [...new Set(needs.map(({ slugName }) => slugName))]);
    for (const location of work) {
      const wanted = needs.filter(({ slugName }) => slugName === location.slugName);
      for (const text of capacityWarnings(location.slugName, wanted, capacityOf(location))) warnCaller(text);
    }
  }
}
