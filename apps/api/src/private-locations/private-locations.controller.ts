import type { AccountId } from '#domain';
import { Account, CurrentPrincipal, Endpoint, UuidPath, type Principal } from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  EXAMPLE_LOCATION_ID,
  PrivateLocationCreateRequest,
  PrivateLocationNewKeyView,
  PrivateLocationReadView,
  PrivateLocationsQuery,
  PrivateLocationUpdateRequest,
  PrivateLocationView,
} from './private-locations.dto.js';
import { PrivateLocationsService } from './private-locations.service.js';

const ID = { description: 'Id of the location', example: EXAMPLE_LOCATION_ID };
const KEY_ID = { description: 'Id of the key', example: '33333333-3333-4333-8333-333333333333' };

@ApiTags('Private locations')
@Controller('v1/private-locations')
export class PrivateLocationsController {
  constructor(private readonly locations: PrivateLocationsService) {}

  @Get()
  @Endpoint({
    summary: 'List all private locations',
    description: 'All of them, newest first.',
    role: 'READ_ONLY',
    returns: [PrivateLocationReadView],
  })
  async list(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @Query() { versions }: PrivateLocationsQuery,
  ) {
    return (await this.locations.list(account)).map((each) => PrivateLocationReadView.of(each, role, versions));
  }

  @Post()
  @Endpoint({
    summary: 'Create a private location',
    description: 'It has no key yet: create one for its agents.',
    role: 'ADMIN',
    status: 201,
    returns: PrivateLocationView,
    errors: [409],
  })
  async create(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @Body() body: PrivateLocationCreateRequest,
  ) {
    return PrivateLocationView.of(await this.locations.create(account, body), role);
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a private location', role: 'READ_ONLY', returns: PrivateLocationReadView, errors: [404] })
  async get(@Account() account: AccountId, @CurrentPrincipal() { role }: Principal, @UuidPath('id', ID) id: string) {
    return PrivateLocationReadView.of(await this.locations.get(account, id), role);
  }

  @Put(':id')
  @Endpoint({ summary: 'Update a private location', role: 'ADMIN', returns: PrivateLocationView, errors: [404] })
  async update(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @UuidPath('id', ID) id: string,
    @Body() body: PrivateLocationUpdateRequest,
  ) {
    return PrivateLocationView.of(await this.locations.update(account, id, body), role);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a private location',
    description: 'Its keys end with it. Refused while checks run in it.',
    role: 'ADMIN',
    status: 204,
    errors: [404, 409],
  })
  remove(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return this.locations.remove(account, id);
  }

  @Post(':id/keys')
  @Endpoint({
    summary: 'Create a key for the agents of a private location',
    description: 'The key is shown this once. A location has at most two, so that one can replace the other.',
    role: 'ADMIN',
    status: 201,
    returns: PrivateLocationNewKeyView,
    errors: [404, 409],
  })
  async createKey(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return PrivateLocationNewKeyView.of(await this.locations.addKey(account, id));
  }

  @Delete(':id/keys/:keyId')
  @Endpoint({
    summary: 'Delete a key of a private location',
    description: 'Agents that use it are cut off at once.',
    role: 'ADMIN',
    status: 204,
    errors: [404],
  })
  removeKey(@Account() account: AccountId, @UuidPath('id', ID) id: string, @UuidPath('keyId', KEY_ID) keyId: string) {
    return this.locations.removeKey(account, id, keyId);
  }
}
