import type { AccountId, Part, PartRequest } from '#domain';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { StatusPageServiceRow } from './status-page-service.entity.js';
import { StatusPageServicesRepository } from './status-page-services.repository.js';

@Injectable()
export class StatusPageServicesService {
  constructor(private readonly services: StatusPageServicesRepository) {}

  part(account: AccountId, request: PartRequest): Promise<Part<StatusPageServiceRow>> {
    return this.services.part(account, request);
  }

  /** Newest first. */
  all(account: AccountId): Promise<StatusPageServiceRow[]> {
    return this.services.list(account, { createdAt: 'DESC', id: 'DESC' });
  }

  get(account: AccountId, id: string): Promise<StatusPageServiceRow> {
    return this.services.get(account, { id });
  }

  create(account: AccountId, { name }: { name: string }, id: string = newId()): Promise<StatusPageServiceRow> {
    return this.services.insert(account, { id, name, createdAt: new Date(), updatedAt: null });
  }

  rename(account: AccountId, id: string, { name }: { name?: string }): Promise<StatusPageServiceRow> {
    return this.services.change(account, { id }, (row) => void Object.assign(row, { name, updatedAt: new Date() }));
  }

  remove(account: AccountId, id: string): Promise<void> {
    return this.services.remove(account, { id });
  }
}
