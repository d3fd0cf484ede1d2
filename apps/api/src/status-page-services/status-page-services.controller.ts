import type { AccountId } from '#domain';
import { Account, cursorListOf, Endpoint, UuidPath } from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  EXAMPLE_SERVICE_ID,
  StatusPageServiceCreateRequest,
  StatusPageServiceListView,
  StatusPageServicesQuery,
  StatusPageServiceUpdateRequest,
  StatusPageServiceView,
} from './status-page-services.dto.js';
import { StatusPageServicesService } from './status-page-services.service.js';

const SERVICE = { description: 'Id of the service', example: EXAMPLE_SERVICE_ID };
const list = { $ref: getSchemaPath(StatusPageServiceListView) };
const bare = { type: 'array' as const, items: { $ref: getSchemaPath(StatusPageServiceView) } };

@ApiTags('Status page services')
@ApiExtraModels(StatusPageServiceListView)
@Controller('v1/status-pages/services')
export class StatusPageServicesController {
  constructor(private readonly services: StatusPageServicesService) {}

  @Get()
  @Endpoint({ summary: 'List the services of status pages', description: 'Newest first.', role: 'READ_ONLY' })
  @ApiResponse({ status: 200, description: 'Successful', schema: { oneOf: [list, bare] } })
  async list(@Account() account: AccountId, @Query() { paginated, ...part }: StatusPageServicesQuery) {
    return paginated
      ? cursorListOf(await this.services.part(account, part), StatusPageServiceView.of)
      : (await this.services.all(account)).map(StatusPageServiceView.of);
  }

  @Post()
  @Endpoint({ summary: 'Create a service', role: 'READ_WRITE', returns: StatusPageServiceView })
  async create(@Account() account: AccountId, @Body() body: StatusPageServiceCreateRequest) {
    return StatusPageServiceView.of(await this.services.create(account, body));
  }

  @Get(':serviceId')
  @Endpoint({ summary: 'Get a service', role: 'READ_ONLY', returns: StatusPageServiceView, errors: [404] })
  async get(@Account() account: AccountId, @UuidPath('serviceId', SERVICE) id: string) {
    return StatusPageServiceView.of(await this.services.get(account, id));
  }

  @Put(':serviceId')
  @Endpoint({ summary: 'Rename a service', role: 'READ_WRITE', returns: StatusPageServiceView, errors: [404] })
  async update(
    @Account() account: AccountId,
    @UuidPath('serviceId', SERVICE) id: string,
    @Body() body: StatusPageServiceUpdateRequest,
  ) {
    return StatusPageServiceView.of(await this.services.rename(account, id, body));
  }

  @Delete(':serviceId')
  @Endpoint({
    summary: 'Delete a service',
    description: 'Cards lose it. 409 while incidents or the `triggerIncident` of checks name it.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404, 409],
  })
  remove(@Account() account: AccountId, @UuidPath('serviceId', SERVICE) id: string) {
    return this.services.remove(account, id);
  }
}
