import { courseOf, notFound, type AccountId, type IncidentUpdateStatus, type Severity } from '#domain';
import { AccountRepository, Database, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { StatusPageIncidentRow, StatusPageIncidentUpdateRow } from './status-page-incident.entity.js';

const MESSAGES = {
  status_page_incidents_pkey: 'An incident with this id exists already.',
  // Reference 2.3: 404 even where the path has no id.
  status_page_incident_services_service_fkey: () =>
    notFound('"services" names a service that the account does not have.'),
};

const DELETE_SERVICES = 'DELETE FROM status_page_incident_services WHERE account_id = $1 AND incident_id = $2';
const WRITE_SERVICES = `INSERT INTO status_page_incident_services (account_id, incident_id, service_id, position)
  SELECT $1, $2, s.id, s.position FROM unnest($3::uuid[]) WITH ORDINALITY AS s (id, position)`;

export type NewUpdate = Omit<StatusPageIncidentUpdateRow, 'accountId' | 'incidentId' | 'status'> & {
  /** Absent: the one before, INVESTIGATING in the first one. */
  status?: IncidentUpdateStatus;
};
export interface IncidentChange {
  name?: string;
  severity?: Severity;
}

/** Updates are only written while their incident is locked, and what follows from them is written with them. */
@Injectable()
export class StatusPageIncidentsRepository extends AccountRepository<StatusPageIncidentRow> {
  constructor(database: Database) {
    super(database, StatusPageIncidentRow, MESSAGES);
  }

  async add(
    account: AccountId,
    incident: Pick<StatusPageIncidentRow, 'id' | 'name' | 'severity'>,
    serviceIds: string[],
    { status = 'INVESTIGATING', ...update }: NewUpdate,
  ): Promise<void> {
    const { createdAt } = update;
    const values = { ...incident, ...courseOf([{ ...update, status }]), createdAt, updatedAt: null };
    await this.insert(account, values, async ({ id }, transaction) => {
      await transaction.rows(WRITE_SERVICES, [account, id, serviceIds]);
      await transaction.manager.insert(StatusPageIncidentUpdateRow, {
        ...update,
        status,
        accountId: account,
        incidentId: id,
      });
    });
  }

  async update(account: AccountId, id: string, change: IncidentChange, serviceIds?: string[]): Promise<void> {
    await this.change(account, { id }, async (row, transaction) => {
      Object.assign(row, change, { updatedAt: new Date() });
      if (!serviceIds) return;
      await transaction.rows(DELETE_SERVICES, [account, id]);
      await transaction.rows(WRITE_SERVICES, [account, id, serviceIds]);
    });
  }

  addUpdate(account: AccountId, incidentId: string, update: NewUpdate): Promise<void> {
    return this.changeUpdates(account, incidentId, async ({ manager }, { lastUpdateStatus }) => {
      const values = { status: lastUpdateStatus, ...update, accountId: account, incidentId };
      await manager.insert(StatusPageIncidentUpdateRow, values);
    });
  }

  changeUpdate(account: AccountId, incidentId: string, id: string, change: Partial<NewUpdate>): Promise<void> {
    return this.changeUpdates(account, incidentId, async ({ manager }) => {
      const { affected } = await manager.update(
        StatusPageIncidentUpdateRow,
        { accountId: account, incidentId, id },
        change,
      );
      if (!affected) throw notFound();
    });
  }

  /** Throws a conflict, and changes nothing, when it is the only one. */
  removeUpdate(account: AccountId, incidentId: string, id: string): Promise<void> {
    return this.changeUpdates(account, incidentId, async ({ manager }) => {
      const { affected } = await manager.delete(StatusPageIncidentUpdateRow, { accountId: account, incidentId, id });
      if (!affected) throw notFound();
    });
  }

  private async changeUpdates(
    account: AccountId,
    id: string,
    step: (transaction: Transaction, incident: StatusPageIncidentRow) => Promise<void>,
  ): Promise<void> {
    await this.change(account, { id }, async (incident, transaction) => {
      await step(transaction, incident);
      const updates = await transaction.manager.find(StatusPageIncidentUpdateRow, {
        select: { accountId: true, id: true, status: true, publicIncidentUpdateDate: true, createdAt: true },
        where: { accountId: account, incidentId: id },
      });
      Object.assign(incident, courseOf(updates), { updatedAt: new Date() });
    });
  }
}
