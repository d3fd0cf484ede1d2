import {
  notFound,
  ruleBroken,
  settleOffset,
  type AccountId,
  type CheckType,
  type PageRequest,
  type Role,
} from '#domain';
import type { JsonPage } from '#http';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { NewCheck } from './check-fields.js';
import { columnsOf } from './check-columns.js';
import type { CheckRow } from './check.entity.js';
import { ChecksQueries, type CheckFilter, type ReadOptions } from './checks.queries.js';
import { CapacityService } from '../private-locations/index.js';
import { ChecksRepository } from './checks.repository.js';
import { HeartbeatTimers } from './heartbeat-timers.js';

/** Reads and writes answer checks as JSON text, in the form of their type. */
@Injectable()
export class ChecksService {
  constructor(
    private readonly checks: ChecksRepository,
    private readonly queries: ChecksQueries,
    private readonly timers: HeartbeatTimers,
    private readonly capacity: CapacityService,
  ) {}

  async list(account: AccountId, role: Role, filter: CheckFilter, page: PageRequest): Promise<JsonPage> {
    const found = await this.queries.list(account, role, filter, page);
    return { ...found, json: this.timers.shown(account, found.json) };
  }

  get(account: AccountId, id: string): Promise<CheckRow> {
    return this.checks.get(account, { id });
  }

  /** Throws not-found. */
  async read(account: AccountId, role: Role, id: string, options: ReadOptions): Promise<string> {
    return this.timers.shown(account, await this.queries.one(account, role, id, options));
  }

  /** The checks of a group, by their position in it; none when there is no such group. */
  async membersOf(account: AccountId, role: Role, groupId: number, page: PageRequest): Promise<JsonPage> {
    const found = await this.queries.members(account, role, groupId, page);
    return { ...found, json: this.timers.shown(account, found.json) };
  }

  /** Throws not-found when the group has no such check. */
  async memberOf(account: AccountId, role: Role, groupId: number, id: string): Promise<string> {
    return this.timers.shown(account, await this.queries.member(account, role, groupId, id));
  }

  /** Warns the caller when no agent has room for it. */
  async create(account: AccountId, values: NewCheck, id: string = newId()): Promise<string> {
    const frequencyOffset = settleOffset(id, values.frequency, values.frequencyOffset);
    const json = await this.checks.add(account, { ...columnsOf(withoutReferences(values)), id, frequencyOffset });
    await this.capacity.warn(account, 'check', id);
    return json;
  }

  /** Absent fields stay as they are. A new frequency gets a new offset unless one is sent. Throws not-found for another type. */
  async update(account: AccountId, checkType: CheckType, id: string, change: Partial<NewCheck>): Promise<string> {
    const json = await this.checks.update(account, id, (row) => {
      if (row.checkType !== checkType) throw notFound();
      const { frequency = row.frequency } = change;
      const kept = frequency === row.frequency ? row.frequencyOffset : undefined;
      const frequencyOffset = settleOffset(id, frequency, change.frequencyOffset ?? kept);
      Object.assign(row, columnsOf(withoutReferences(change), row), { frequencyOffset });
    });
    await this.capacity.warn(account, 'check', id);
    return json;
  }

  remove(account: AccountId, id: string): Promise<void> {
    return this.checks.removeCheck(account, id);
  }
}

/** Alert channels cannot exist yet, so naming one is naming something unknown. */
function withoutReferences<T extends Partial<NewCheck>>({
  alertChannelSubscriptions,
  ...values
}: T): Omit<T, 'alertChannelSubscriptions'> {
  if (alertChannelSubscriptions?.length) {
    const field = 'alertChannelSubscriptions';
    throw ruleBroken(`"${field}" names an alert channel that the account does not have`, field);
  }
  return values;
}
