import type { AccountId } from '#domain';
import { Account, Endpoint, UuidPath } from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  EXAMPLE_INCIDENT_ID,
  EXAMPLE_INCIDENT_UPDATE_ID,
  IncidentChangeQuery,
  IncidentChangeRequest,
  IncidentCreateRequest,
  IncidentQuery,
  IncidentUpdateChangeRequest,
  IncidentUpdateCreateRequest,
  IncidentUpdateView,
  IncidentView,
} from './incidents.dto.js';
import { IncidentsService } from './incidents.service.js';

const ID = { description: 'Id of the incident', example: EXAMPLE_INCIDENT_ID };
const UPDATE_ID = { description: 'Id of the update', example: EXAMPLE_INCIDENT_UPDATE_ID };

/** Incidents of dashboards; those of status pages are another noun. */
@ApiTags('Incidents')
@Controller('v1/incidents')
export class IncidentsController {
  constructor(private readonly incidents: IncidentsService) {}

  @Post()
  @Endpoint({
    summary: 'Create an incident',
    description: 'With its first update, on a dashboard of the account.',
    role: 'READ_WRITE',
    returns: IncidentView,
    errors: [404],
  })
  async create(@Account() account: AccountId, @Body() { incidentUpdates: [first], ...body }: IncidentCreateRequest) {
    return IncidentView.of(await this.incidents.create(account, body, first!));
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get an incident',
    description: 'With its newest update only, unless all are asked for.',
    role: 'READ_ONLY',
    returns: IncidentView,
    errors: [404],
  })
  async get(@Account() account: AccountId, @UuidPath('id', ID) id: string, @Query() query: IncidentQuery) {
    return IncidentView.of(await this.incidents.get(account, id, query.includeAllIncidentUpdates));
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update an incident',
    description: 'It stays on its dashboard. Answers with its newest update.',
    role: 'READ_WRITE',
    returns: IncidentView,
    errors: [404],
  })
  async update(
    @Account() account: AccountId,
    @UuidPath('id', ID) id: string,
    @Query() _query: IncidentChangeQuery,
    @Body() body: IncidentChangeRequest,
  ) {
    return IncidentView.of(await this.incidents.update(account, id, body));
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete an incident',
    description: 'With all its updates.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404],
  })
  remove(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return this.incidents.remove(account, id);
  }

  @Post(':incidentId/updates')
  @Endpoint({
    summary: 'Add an update to an incident',
    role: 'READ_WRITE',
    status: 201,
    returns: IncidentUpdateView,
    errors: [404],
  })
  async addUpdate(
    @Account() account: AccountId,
    @UuidPath('incidentId', ID) incidentId: string,
    @Body() body: IncidentUpdateCreateRequest,
  ) {
    return IncidentUpdateView.of(await this.incidents.addUpdate(account, incidentId, body));
  }

  @Put(':incidentId/updates/:id')
  @Endpoint({
    summary: 'Change the text of an update of an incident',
    description: 'Its status stays: add another update instead.',
    role: 'READ_WRITE',
    returns: IncidentUpdateView,
    errors: [404],
  })
  async describeUpdate(
    @Account() account: AccountId,
    @UuidPath('incidentId', ID) incidentId: string,
    @UuidPath('id', UPDATE_ID) id: string,
    @Body() { description }: IncidentUpdateChangeRequest,
  ) {
    return IncidentUpdateView.of(await this.incidents.describeUpdate(account, incidentId, id, description));
  }

  @Delete(':incidentId/updates/:id')
  @Endpoint({
    summary: 'Delete an update of an incident',
    description: 'Refused for the only one: delete the incident instead.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404, 409],
  })
  removeUpdate(
    @Account() account: AccountId,
    @UuidPath('incidentId', ID) incidentId: string,
    @UuidPath('id', UPDATE_ID) id: string,
  ) {
    return this.incidents.removeUpdate(account, incidentId, id);
  }
}
