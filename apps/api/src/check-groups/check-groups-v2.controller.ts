import type { AccountId } from '#domain';
import { Account, CurrentPrincipal, Endpoint, NumberPath, type Principal } from '#http';
import { Body, Controller, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CheckGroupV2CreateRequest,
  CheckGroupV2UpdateRequest,
  CheckGroupView,
  CheckGroupWriteQuery,
} from './check-groups.dto.js';
import { CheckGroupsService } from './check-groups.service.js';

const ID = { description: 'Id of the group', example: 1 };

@ApiTags('Check groups')
@Controller('v2/check-groups')
export class CheckGroupsV2Controller {
  constructor(private readonly groups: CheckGroupsService) {}

  @Post()
  @Endpoint({
    summary: 'Create a check group',
    description: 'It overrides nothing of its checks unless it is told to.',
    role: 'READ_WRITE',
    status: 201,
    returns: CheckGroupView,
  })
  async create(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @Query() _query: CheckGroupWriteQuery,
    @Body() body: CheckGroupV2CreateRequest,
  ) {
    return CheckGroupView.of(await this.groups.create(account, body), role);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a check group',
    warns: true,
    description: 'Absent fields stay as they are. Its checks follow at once.',
    role: 'READ_WRITE',
    returns: CheckGroupView,
    errors: [404],
  })
  async update(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @NumberPath('id', ID) id: number,
    @Query() _query: CheckGroupWriteQuery,
    @Body() body: CheckGroupV2UpdateRequest,
  ) {
    return CheckGroupView.of(await this.groups.update(account, id, body), role);
  }
}
