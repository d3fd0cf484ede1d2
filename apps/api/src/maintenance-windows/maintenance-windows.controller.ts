import type { AccountId } from '#domain';
import { Account, Endpoint, NumberPath, pageOf } from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  EXAMPLE_WINDOW_ID,
  filterOf,
  MaintenanceWindowCreateRequest,
  MaintenanceWindowsQuery,
  MaintenanceWindowUpdateRequest,
  MaintenanceWindowView,
  OccurrencesQuery,
  OccurrenceView,
} from './maintenance-windows.dto.js';
import { MaintenanceWindowsService } from './maintenance-windows.service.js';

const ID = { description: 'Id of the window', example: EXAMPLE_WINDOW_ID };

@ApiTags('Maintenance windows')
@Controller('v1/maintenance-windows')
export class MaintenanceWindowsController {
  constructor(private readonly windows: MaintenanceWindowsService) {}

  @Get()
  @Endpoint({
    summary: 'List all maintenance windows',
    description: 'Newest first. `startsAt` and `endsAt` can be compared in one way each.',
    role: 'READ_ONLY',
    returns: [MaintenanceWindowView],
    paged: true,
  })
  async list(@Account() account: AccountId, @Query() query: MaintenanceWindowsQuery) {
    return pageOf(await this.windows.list(account, filterOf(query), query), (one) => MaintenanceWindowView.of(one));
  }

  @Post()
  @Endpoint({
    summary: 'Create a maintenance window',
    description: 'While it lasts, the checks it names are not scheduled. Triggered runs are executed.',
    role: 'READ_WRITE',
    status: 201,
    returns: MaintenanceWindowView,
  })
  async create(@Account() account: AccountId, @Body() body: MaintenanceWindowCreateRequest) {
    return MaintenanceWindowView.of(await this.windows.create(account, body));
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get a maintenance window',
    role: 'READ_ONLY',
    returns: MaintenanceWindowView,
    errors: [404],
  })
  async get(@Account() account: AccountId, @NumberPath('id', ID) id: number) {
    return MaintenanceWindowView.of(await this.windows.get(account, id));
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a maintenance window',
    description: 'Absent fields stay as they are.',
    role: 'READ_WRITE',
    returns: MaintenanceWindowView,
    errors: [404],
  })
  async update(
    @Account() account: AccountId,
    @NumberPath('id', ID) id: number,
    @Body() body: MaintenanceWindowUpdateRequest,
  ) {
    return MaintenanceWindowView.of(await this.windows.update(account, id, body));
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a maintenance window',
    description: 'The checks it stopped go on at the next point of their own grid.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404],
  })
  remove(@Account() account: AccountId, @NumberPath('id', ID) id: number) {
    return this.windows.remove(account, id);
  }

  @Get(':id/occurrences')
  @Endpoint({
    summary: 'List the occurrences of a maintenance window',
    description: 'Those of which any part lies between `from` and `to`, oldest first; without both: the next ones.',
    role: 'READ_ONLY',
    returns: [OccurrenceView],
    errors: [404],
  })
  occurrences(@Account() account: AccountId, @NumberPath('id', ID) id: number, @Query() query: OccurrencesQuery) {
    return this.windows.occurrences(account, id, query);
  }
}
