import { capacityOf, capacityWarnings, notFound, type AccountId, type Capacity } from '#domain';
import { warnCaller } from '#http';
import { Injectable, Logger } from '@nestjs/common';
import { CapacityQueries, type DurationRow, type LocationWorkRow } from './capacity.queries.js';

/** How long warnings go by the same durations, in milliseconds, and of how many accounts: who writes a hundred checks reads them once. */
const KEPT_MS = 10_000;
const MOST_KEPT = 1_000;

/** Whether the agents of a location can do what is scheduled there. */
@Injectable()
export class CapacityService {
  private readonly logger = new Logger('Capacity');
  private readonly kept = new Map<AccountId, { rows: Promise<DurationRow[]>; until: number }>();

  constructor(private readonly queries: CapacityQueries) {}

  /** Throws not-found when the account has no such location. */
  async of(account: AccountId, id: string): Promise<Capacity> {
    const slugName = await this.queries.slugName(account, id);
    if (slugName === undefined) throw notFound();
    const [work] = await this.queries.work(account, [slugName]);
    if (!work) throw notFound();
    return capacityIn(work, await this.queries.durations(account));
  }

  /**
   * Tells whoever has just written a check, or a group for its members, where these do not fit: in the header `Warning`.
   * It never throws: what was written is written, and an error would have the caller write it again.
   */
  async warn(account: AccountId, what: 'check' | 'group', id: string | number): Promise<void> {
    try {
      for (const text of await this.warnings(account, what, id)) warnCaller(text);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look whether there is room for what was written');
    }
  }

  private async warnings(account: AccountId, what: 'check' | 'group', id: string | number): Promise<string[]> {
    const needs = await this.queries.needsOf(account, what, id);
    if (needs.length === 0) return [];
    const work = await this.queries.work(account, [...new Set(needs.map(({ slugName }) => slugName))]);
    const durations = await this.keptDurations(account);
    return work.flatMap((location) => {
      const wanted = needs.filter(({ slugName }) => slugName === location.slugName);
      return capacityWarnings(location.slugName, wanted, capacityIn(location, durations));
    });
  }

  private keptDurations(account: AccountId): Promise<DurationRow[]> {
    const kept = this.kept.get(account);
    if (kept && kept.until > Date.now()) return kept.rows;
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    const rows = this.queries.durations(account);
    this.kept.set(account, { rows, until: Date.now() + KEPT_MS });
    rows.catch(() => this.kept.delete(account));
    return rows;
  }
}

const capacityIn = (work: LocationWorkRow, durations: readonly DurationRow[]): Capacity =>
  capacityOf({ ...work, durations: durations.filter(({ slugName }) => slugName === work.slugName) });
