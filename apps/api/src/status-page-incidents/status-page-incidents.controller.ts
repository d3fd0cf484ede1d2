import type { AccountId } from '#domain';
import { Account, CursorQuery, cursorListOf, Endpoint, UuidPath } from '#http';
import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  EXAMPLE_INCIDENT_ID,
  StatusPageIncidentCreateRequest,
  StatusPageIncidentListView,
  StatusPageIncidentPatchRequest,
  StatusPageIncidentUpdateRequest,
  StatusPageIncidentView,
} from './status-page-incidents.dto.js';
import { StatusPageIncidentsService } from './status-page-incidents.service.js';

export const INCIDENT = { description: 'Id of the incident', example: EXAMPLE_INCIDENT_ID };

@ApiTags('Status page incidents')
@Controller('v1/status-pages/incidents')
export class StatusPageIncidentsController {
  constructor(private readonly incidents: StatusPageIncidentsService) {}

  @Get()
  @Endpoint({
    summary: 'List the incidents of status pages',
    description: 'Newest first, resolved ones too.',
    role: 'READ_ONLY',
    returns: StatusPageIncidentListView,
  })
  async list(@Account() account: AccountId, @Query() query: CursorQuery) {
    return cursorListOf(await this.incidents.part(account, query), (incident) => StatusPageIncidentView.of(incident));
  }

  @Post()
  @Endpoint({
    summary: 'Create an incident',
    description: 'With its first update.',
    role: 'READ_WRITE',
    status: 201,
    returns: StatusPageIncidentView,
    errors: [404],
  })
  async create(
    @Account() account: AccountId,
    @Body() { incidentUpdates: [update], ...incident }: StatusPageIncidentCreateRequest,
  ) {
    return StatusPageIncidentView.of(await this.incidents.create(account, incident, update!));
  }

  @Get(':incidentId')
  @Endpoint({ summary: 'Get an incident', role: 'READ_ONLY', returns: StatusPageIncidentView, errors: [404] })
  async get(@Account() account: AccountId, @UuidPath('incidentId', INCIDENT) id: string) {
    return StatusPageIncidentView.of(await this.incidents.get(account, id));
  }

  @Put(':incidentId')
  @Endpoint({
    summary: 'Update an incident',
    description: 'Its updates have routes of their own.',
    role: 'READ_WRITE',
    returns: StatusPageIncidentView,
    errors: [404],
  })
  async update(
    @Account() account: AccountId,
    @UuidPath('incidentId', INCIDENT) id: string,
    @Body() body: StatusPageIncidentUpdateRequest,
  ) {
    return StatusPageIncidentView.of(await this.incidents.update(account, id, body));
  }

  @Patch(':incidentId')
  @Endpoint({
    summary: 'Update some of an incident',
    description: 'Absent fields stay as they are.',
    role: 'READ_WRITE',
    returns: StatusPageIncidentView,
    errors: [404],
  })
  async patch(
    @Account() account: AccountId,
    @UuidPath('incidentId', INCIDENT) id: string,
    @Body() body: StatusPageIncidentPatchRequest,
  ) {
    return StatusPageIncidentView.of(await this.incidents.update(account, id, body));
  }

  @Delete(':incidentId')
  @Endpoint({
    summary: 'Delete an incident',
    description: 'With its updates.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404],
  })
  remove(@Account() account: AccountId, @UuidPath('incidentId', INCIDENT) id: string) {
    return this.incidents.remove(account, id);
  }
}
