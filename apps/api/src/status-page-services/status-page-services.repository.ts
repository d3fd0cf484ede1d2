import { partOf, TOP, type AccountId, type Part, type PartRequest } from '#domain';
import { AccountRepository, Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { StatusPageServiceRow } from './status-page-service.entity.js';

/** Cards lose a deleted service; what would lose its meaning without it has to go first. */
const MESSAGES = {
  status_page_services_pkey: 'A service with this id exists already.',
  status_page_incident_services_service_fkey:
    'Incidents name this service. Delete them, or take it out of them, first.',
  check_trigger_incidents_service_fkey:
    'Failures of checks open incidents on this service. Change their "triggerIncident" first.',
};

@Injectable()
export class StatusPageServicesRepository extends AccountRepository<StatusPageServiceRow> {
  constructor(database: Database) {
    super(database, StatusPageServiceRow, MESSAGES);
  }

  /** Newest first. */
  async part(account: AccountId, { limit, nextId = TOP }: PartRequest): Promise<Part<StatusPageServiceRow>> {
    const rows = await this.database.manager
      .createQueryBuilder(this.row, 'service')
      .where('service.accountId = :account', { account })
      .andWhere('(service.createdAt, service.id) < (:at, :id)', nextId)
      .orderBy({ 'service.createdAt': 'DESC', 'service.id': 'DESC' })
      .limit(limit + 1)
      .getMany();
    return partOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }
}
