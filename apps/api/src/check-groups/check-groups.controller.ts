import type { AccountId } from '#domain';
import {
  Account,
  CurrentPrincipal,
  Endpoint,
  JsonText,
  NumberPath,
  PageQuery,
  pageOf,
  pageOfJson,
  UuidPath,
  type Principal,
} from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CHECK_VIEW } from '../checks/index.js';
import {
  CheckGroupCreateRequest,
  CheckGroupListQuery,
  CheckGroupUpdateRequest,
  CheckGroupView,
  CheckGroupWriteQuery,
} from './check-groups.dto.js';
import { CheckGroupsService } from './check-groups.service.js';

const ID = { description: 'Id of the group', example: 1 };
const CHECK_ID = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };

@ApiTags('Check groups')
@Controller('v1/check-groups')
export class CheckGroupsController {
  constructor(private readonly groups: CheckGroupsService) {}

  @Get()
  @Endpoint({
    summary: 'List all check groups',
    description: 'Newest first.',
    role: 'READ_ONLY',
    returns: [CheckGroupView],
    paged: true,
  })
  async list(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @Query() query: CheckGroupListQuery,
  ) {
    return pageOf(await this.groups.list(account, query, query), (group) => CheckGroupView.of(group, role));
  }

  @Post()
  @Endpoint({
    summary: 'Create a check group',
    description: 'What is set overrides the checks of the group. `POST /v2/check-groups` leaves more to them.',
    role: 'READ_WRITE',
    status: 201,
    returns: CheckGroupView,
    deprecated: true,
  })
  async create(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @Query() _query: CheckGroupWriteQuery,
    @Body() body: CheckGroupCreateRequest,
  ) {
    return CheckGroupView.of(await this.groups.create(account, body), role);
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a check group', role: 'READ_ONLY', returns: CheckGroupView, errors: [404] })
  async get(@Account() account: AccountId, @CurrentPrincipal() { role }: Principal, @NumberPath('id', ID) id: number) {
    return CheckGroupView.of(await this.groups.get(account, id), role);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a check group',
    warns: true,
    description: 'Absent fields stay as they are. Its checks follow at once.',
    role: 'READ_WRITE',
    returns: CheckGroupView,
    errors: [404],
    deprecated: true,
  })
  async update(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @NumberPath('id', ID) id: number,
    @Query() _query: CheckGroupWriteQuery,
    @Body() body: CheckGroupUpdateRequest,
  ) {
    return CheckGroupView.of(await this.groups.update(account, id, body), role);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a check group',
    description: 'Refused while it has checks.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404, 409],
  })
  remove(@Account() account: AccountId, @NumberPath('id', ID) id: number) {
    return this.groups.remove(account, id);
  }

  @Get(':id/checks')
  @Endpoint({
    summary: 'List the checks of a group',
    description: 'By `groupOrder`, those without one last; then newest first. With their own settings.',
    role: 'READ_ONLY',
    returns: [CHECK_VIEW],
    paged: true,
    errors: [404],
  })
  async checks(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @NumberPath('id', ID) id: number,
    @Query() query: PageQuery,
  ) {
    return pageOfJson(await this.groups.checksOf(account, role, id, query));
  }

  @Get(':groupId/checks/:checkId')
  @Endpoint({
    summary: 'Get a check of a group',
    description: 'With its own settings.',
    role: 'READ_ONLY',
    returns: CHECK_VIEW,
    errors: [404],
  })
  async check(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @NumberPath('groupId', ID) groupId: number,
    @UuidPath('checkId', CHECK_ID) checkId: string,
  ) {
    return new JsonText(await this.groups.checkOf(account, role, groupId, checkId));
  }
}
