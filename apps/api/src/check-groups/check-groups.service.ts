import { ruleBroken, type AccountId, type CheckGroup, type Page, type PageRequest, type Role } from '#domain';
import type { JsonPage } from '#http';
import { Injectable } from '@nestjs/common';
import { ChecksService } from '../checks/index.js';
import { CapacityService } from '../private-locations/index.js';
import type { CheckGroupRow } from './check-group.entity.js';
import { CheckGroupsRepository, type GroupFilter } from './check-groups.repository.js';

/** What a request may set. */
export type NewCheckGroup = Omit<CheckGroup, 'id' | 'createdAt' | 'updatedAt' | 'browserCheckDefaults'> & {
  browserCheckDefaults?: string;
  alertChannelSubscriptions: object[];
};

@Injectable()
export class CheckGroupsService {
  constructor(
    private readonly groups: CheckGroupsRepository,
    private readonly checks: ChecksService,
    private readonly capacity: CapacityService,
  ) {}

  list(account: AccountId, filter: GroupFilter, page: PageRequest): Promise<Page<CheckGroupRow>> {
    return this.groups.find(account, filter, page);
  }

  get(account: AccountId, id: number): Promise<CheckGroupRow> {
    return this.groups.get(account, { id });
  }

  /** With `id`, under that one instead of the next. */
  create(account: AccountId, values: NewCheckGroup, id?: number): Promise<CheckGroupRow> {
    return this.groups.add(account, withoutReferences(values), id);
  }

  /** Absent fields stay as they are. What changes for the members takes effect at once; warns where they do not fit. */
  async update(account: AccountId, id: number, change: Partial<NewCheckGroup>): Promise<CheckGroupRow> {
    const row = await this.groups.update(account, id, withoutReferences(change));
    await this.capacity.warn(account, 'group', id);
    return row;
  }

  /** Throws conflict while the group has checks. */
  remove(account: AccountId, id: number): Promise<void> {
    return this.groups.remove(account, { id });
  }

  /** By their position in the group. Throws not-found when there is no such group. */
  async checksOf(account: AccountId, role: Role, id: number, page: PageRequest): Promise<JsonPage> {
    const members = await this.checks.membersOf(account, role, id, page);
    if (members.total === 0) await this.get(account, id);
    return members;
  }

  /** As JSON text. Throws not-found when the group has no such check. */
  checkOf(account: AccountId, role: Role, id: number, checkId: string): Promise<string> {
    return this.checks.memberOf(account, role, id, checkId);
  }
}

/** Alert channels cannot exist yet, so naming one is naming something unknown. */
function withoutReferences<T extends Partial<NewCheckGroup>>({
  alertChannelSubscriptions,
  ...values
}: T): Omit<T, 'alertChannelSubscriptions'> {
  if (alertChannelSubscriptions?.length) {
    const field = 'alertChannelSubscriptions';
    throw ruleBroken(`"${field}" names an alert channel that the account does not have`, field);
  }
  return values;
}
