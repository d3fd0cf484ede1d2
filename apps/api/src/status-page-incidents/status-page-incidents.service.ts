import {
  affectedServices,
  type AccountId,
  type IncidentUpdateStatus,
  type Part,
  type PartRequest,
  type Severity,
} from '#domain';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import {
  StatusPageIncidentsQueries,
  type IncidentUpdateDetails,
  type StatusPageIncidentDetails,
} from './status-page-incidents.queries.js';
import { StatusPageIncidentsRepository, type NewUpdate } from './status-page-incidents.repository.js';

export interface IncidentUpdateValues {
  id?: string;
  description: string;
  status?: IncidentUpdateStatus;
  /** Now when absent. */
  publicIncidentUpdateDate?: Date;
  notifySubscribers: boolean;
}

export interface IncidentValues {
  name: string;
  severity: Severity;
  services: { id: string }[];
}

@Injectable()
export class StatusPageIncidentsService {
  constructor(
    private readonly incidents: StatusPageIncidentsRepository,
    private readonly queries: StatusPageIncidentsQueries,
  ) {}

  part(account: AccountId, request: PartRequest): Promise<Part<StatusPageIncidentDetails>> {
    return this.queries.part(account, request);
  }

  get(account: AccountId, id: string): Promise<StatusPageIncidentDetails> {
    return this.queries.get(account, id);
  }

  /** What is not resolved on each of the pages. */
  openOn(account: AccountId, pageIds: string[]): Promise<Map<string, StatusPageIncidentDetails[]>> {
    return this.queries.openOn(account, pageIds);
  }

  async create(
    account: AccountId,
    { services, ...values }: IncidentValues,
    update: IncidentUpdateValues,
    id: string = newId(),
  ): Promise<StatusPageIncidentDetails> {
    await this.incidents.add(account, { id, ...values }, affectedServices(services), newUpdate(update));
    return this.queries.get(account, id);
  }

  /** Absent fields stay as they are. */
  async update(
    account: AccountId,
    id: string,
    { services, ...change }: Partial<IncidentValues>,
  ): Promise<StatusPageIncidentDetails> {
    await this.incidents.update(account, id, change, services && affectedServices(services));
    return this.queries.get(account, id);
  }

  remove(account: AccountId, id: string): Promise<void> {
    return this.incidents.remove(account, { id });
  }

  updates(account: AccountId, incidentId: string): Promise<IncidentUpdateDetails[]> {
    return this.queries.updates(account, incidentId);
  }

  getUpdate(account: AccountId, incidentId: string, id: string): Promise<IncidentUpdateDetails> {
    return this.queries.update(account, incidentId, id);
  }

  async addUpdate(
    account: AccountId,
    incidentId: string,
    values: IncidentUpdateValues,
  ): Promise<IncidentUpdateDetails> {
    const update = newUpdate(values);
    await this.incidents.addUpdate(account, incidentId, update);
    return this.queries.update(account, incidentId, update.id);
  }

  /** Absent fields stay as they are. */
  async changeUpdate(
    account: AccountId,
    incidentId: string,
    id: string,
    change: Partial<IncidentUpdateValues>,
  ): Promise<IncidentUpdateDetails> {
    await this.incidents.changeUpdate(account, incidentId, id, change);
    return this.queries.update(account, incidentId, id);
  }

  removeUpdate(account: AccountId, incidentId: string, id: string): Promise<void> {
    return this.incidents.removeUpdate(account, incidentId, id);
  }
}

function newUpdate(values: IncidentUpdateValues): NewUpdate {
  const now = new Date();
  return { id: newId(), publicIncidentUpdateDate: now, ...values, createdAt: now };
}
