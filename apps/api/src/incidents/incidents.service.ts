import {
  changeIncident,
  checkPeriod,
  type AccountId,
  type Incident,
  type IncidentChange,
  type IncidentUpdate,
} from '#domain';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import { IncidentsQueries, type IncidentDetails } from './incidents.queries.js';
import { IncidentsRepository } from './incidents.repository.js';

export type NewIncidentUpdate = Pick<IncidentUpdate, 'status' | 'description'>;
export type NewIncident = Omit<Incident, 'id' | 'createdAt' | 'updatedAt'>;

@Injectable()
export class IncidentsService {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly queries: IncidentsQueries,
  ) {}

  /** With its newest update, or with all. */
  get(account: AccountId, id: string, allUpdates: boolean): Promise<IncidentDetails> {
    return this.queries.one(account, id, allUpdates);
  }

  /** Throws not-found when the account has no such dashboard. The ids may be given: those of examples are fixed. */
  async create(
    account: AccountId,
    { name, impact, dashboardId, startedAt, stoppedAt }: NewIncident,
    { status, description }: NewIncidentUpdate,
    { id = newId(), updateId = newId() } = {},
  ): Promise<IncidentDetails> {
    checkPeriod({ startedAt, stoppedAt });
    const fresh = { createdAt: new Date(), updatedAt: null };
    const incident = { id, name, impact, dashboardId, startedAt, stoppedAt, ...fresh };
    const update = { id: updateId, incidentId: id, status, description, ...fresh };
    await this.incidents.add(account, incident, update);
    return { incident, updates: [update] };
  }

  async update(account: AccountId, id: string, change: IncidentChange): Promise<IncidentDetails> {
    await this.incidents.change(account, { id }, (row) => {
      Object.assign(row, changeIncident(row, change), { updatedAt: new Date() });
    });
    return this.queries.one(account, id);
  }

  /** With its updates. */
  remove(account: AccountId, id: string): Promise<void> {
    return this.incidents.remove(account, { id });
  }

  addUpdate(account: AccountId, incidentId: string, values: NewIncidentUpdate): Promise<IncidentUpdate> {
    const { status, description } = values;
    return this.incidents.addUpdate(account, incidentId, (createdAt) => ({
      id: newId(createdAt.getTime()),
      incidentId,
      status,
      description,
      createdAt,
      updatedAt: null,
    }));
  }

  describeUpdate(account: AccountId, id: string, updateId: string, description: string): Promise<IncidentUpdate> {
    return this.incidents.describeUpdate(account, id, updateId, description);
  }

  removeUpdate(account: AccountId, id: string, updateId: string): Promise<void> {
    return this.incidents.removeUpdate(account, id, updateId);
  }
}
