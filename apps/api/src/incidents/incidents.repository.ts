import { admitUpdateRemoval, notFound, type AccountId, type Incident, type IncidentUpdate } from '#domain';
import { AccountRepository, Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { IncidentRow, IncidentUpdateRow } from './incident.entity.js';

const MESSAGES = {
  // Reference 2.2: 404, the same for a dashboard of another account.
  incidents_dashboard_fkey: () => notFound('The account has no dashboard with this dashboardId.'),
  incidents_pkey: 'An incident with this id exists already.',
};

/** The updates of an incident are changed while it is locked: so it keeps at least one, and they have an order. */
@Injectable()
export class IncidentsRepository extends AccountRepository<IncidentRow> {
  constructor(database: Database) {
    super(database, IncidentRow, MESSAGES);
  }

  async add(account: AccountId, incident: Incident, first: IncidentUpdate): Promise<void> {
    await this.insert(account, incident, async (_, { manager }) => {
      await manager.insert(IncidentUpdateRow, { ...first, accountId: account });
    });
  }

  /** `make` is given the moment, which is not before that of any other update of the incident. */
  async addUpdate(account: AccountId, id: string, make: (at: Date) => IncidentUpdate): Promise<IncidentUpdate> {
    let update: IncidentUpdate;
    await this.change(account, { id }, async (incident, { manager }) => {
      update = make((incident.updatedAt = new Date()));
      await manager.insert(IncidentUpdateRow, { ...update, accountId: account });
    });
    return update!;
  }

  /** Throws not-found when the incident has no such update. */
  async describeUpdate(account: AccountId, id: string, update: string, description: string): Promise<IncidentUpdate> {
    let row: IncidentUpdateRow | null = null;
    await this.change(account, { id }, async (incident, { manager }) => {
      row = await manager.findOneBy(IncidentUpdateRow, { accountId: account, incidentId: id, id: update });
      if (!row) throw notFound();
      row.updatedAt = incident.updatedAt = new Date();
      row.description = description;
      await manager.save(row);
    });
    return row!;
  }

  /** Throws not-found when the incident has no such update, a conflict when it has no other. */
  async removeUpdate(account: AccountId, id: string, update: string): Promise<void> {
    await this.change(account, { id }, async (incident, { manager }) => {
      const ofIncident = { accountId: account, incidentId: id };
      const { affected } = await manager.delete(IncidentUpdateRow, { ...ofIncident, id: update });
      if (!affected) throw notFound();
      admitUpdateRemoval(await manager.countBy(IncidentUpdateRow, ofIncident));
      incident.updatedAt = new Date();
    });
  }
}
