import { ruleBroken, settleOffset, type AccountId, type Check, type PageRequest } from '#domain';
import type { JsonPage } from '#http';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { NewCheck } from './check-fields.js';
import type { CheckRow } from './check.entity.js';
import { ChecksQueries, type CheckFilter } from './checks.queries.js';
import { ChecksRepository } from './checks.repository.js';

@Injectable()
export class ChecksService {
  constructor(
    private readonly checks: ChecksRepository,
    private readonly queries: ChecksQueries,
  ) {}

  list(account: AccountId, filter: CheckFilter, page: PageRequest): Promise<JsonPage> {
    return this.queries.list(account, filter, page);
  }

  get(account: AccountId, id: string): Promise<CheckRow> {
    return this.checks.get(account, { id });
  }

  /** As JSON text. Throws not-found. */
  read(account: AccountId, id: string): Promise<string> {
    return this.queries.one(account, id);
  }

  create(account: AccountId, values: NewCheck, id: string = newId()): Promise<CheckRow> {
    const frequencyOffset = settleOffset(id, values.frequency, values.frequencyOffset);
    const fields = withoutReferences(values);
    return this.checks.add(account, {
      ...fields,
      id,
      frequencyOffset,
      createdAt: new Date(),
      updatedAt: null,
    } as Check);
  }

  /** Absent fields stay as they are. A new frequency gets a new offset unless one is sent. */
  update(account: AccountId, id: string, change: Partial<NewCheck>): Promise<CheckRow> {
    return this.checks.update(account, id, (row) => {
      const { frequency = row.frequency } = change;
      const kept = frequency === row.frequency ? row.frequencyOffset : undefined;
      const frequencyOffset = settleOffset(id, frequency, change.frequencyOffset ?? kept);
      Object.assign(row, withoutReferences(change), { frequencyOffset });
    });
  }

  remove(account: AccountId, id: string): Promise<void> {
    return this.checks.removeCheck(account, id);
  }
}

/** Groups, alert channels and status-page services cannot exist yet, so naming one is naming something unknown. */
function withoutReferences<T extends Partial<NewCheck>>({
  alertChannelSubscriptions,
  ...values
}: T): Omit<T, 'alertChannelSubscriptions'> {
  if (alertChannelSubscriptions?.length) throw unknown('alertChannelSubscriptions', 'alert channel');
  if (values.groupId) throw unknown('groupId', 'check group');
  if (values.triggerIncident) throw unknown('triggerIncident', 'status-page service');
  return values;
}

const unknown = (field: string, what: string) =>
  ruleBroken(`"${field}" names a ${what} that the account does not have`, field);
