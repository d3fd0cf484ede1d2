import type { AccountId } from '#domain';
import { Account, Endpoint, UuidPath } from '#http';
import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  EXAMPLE_UPDATE_ID,
  StatusPageIncidentUpdateCreateRequest,
  StatusPageIncidentUpdateChangeRequest,
  StatusPageIncidentUpdateView,
} from './incident-update.dto.js';
import { INCIDENT } from './status-page-incidents.controller.js';
import { StatusPageIncidentsService } from './status-page-incidents.service.js';

const UPDATE = { description: 'Id of the update', example: EXAMPLE_UPDATE_ID };

@ApiTags('Status page incidents')
@Controller('v1/status-pages/incidents/:incidentId/incident-updates')
export class StatusPageIncidentUpdatesController {
  constructor(private readonly incidents: StatusPageIncidentsService) {}

  @Get()
  @Endpoint({
    summary: 'List the updates of an incident',
    description: 'The latest 100, the latest by its public date first.',
    role: 'READ_ONLY',
    returns: [StatusPageIncidentUpdateView],
    errors: [404],
  })
  list(@Account() account: AccountId, @UuidPath('incidentId', INCIDENT) incidentId: string) {
    return this.incidents.updates(account, incidentId);
  }

  @Post()
  @Endpoint({
    summary: 'Add an update to an incident',
    role: 'READ_WRITE',
    returns: StatusPageIncidentUpdateView,
    errors: [404],
  })
  create(
    @Account() account: AccountId,
    @UuidPath('incidentId', INCIDENT) incidentId: string,
    @Body() body: StatusPageIncidentUpdateCreateRequest,
  ) {
    return this.incidents.addUpdate(account, incidentId, body);
  }

  @Get(':incidentUpdateId')
  @Endpoint({
    summary: 'Get an update of an incident',
    role: 'READ_ONLY',
    returns: StatusPageIncidentUpdateView,
    errors: [404],
  })
  get(
    @Account() account: AccountId,
    @UuidPath('incidentId', INCIDENT) incidentId: string,
    @UuidPath('incidentUpdateId', UPDATE) id: string,
  ) {
    return this.incidents.getUpdate(account, incidentId, id);
  }

  @Put(':incidentUpdateId')
  @Endpoint({
    summary: 'Update an update of an incident',
    description: 'Subscribers are not told again.',
    role: 'READ_WRITE',
    returns: StatusPageIncidentUpdateView,
    errors: [404],
  })
  update(
    @Account() account: AccountId,
    @UuidPath('incidentId', INCIDENT) incidentId: string,
    @UuidPath('incidentUpdateId', UPDATE) id: string,
    @Body() body: StatusPageIncidentUpdateChangeRequest,
  ) {
    return this.incidents.changeUpdate(account, incidentId, id, body);
  }

  @Delete(':incidentUpdateId')
  @Endpoint({
    summary: 'Delete an update of an incident',
    description: '409 when it is the only one: delete the incident instead.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404, 409],
  })
  remove(
    @Account() account: AccountId,
    @UuidPath('incidentId', INCIDENT) incidentId: string,
    @UuidPath('incidentUpdateId', UPDATE) id: string,
  ) {
    return this.incidents.removeUpdate(account, incidentId, id);
  }
}
