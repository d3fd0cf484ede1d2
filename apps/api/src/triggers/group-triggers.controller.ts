import type { AccountId } from '#domain';
import { Account, Deprecated, Endpoint, NumberPath } from '#http';
import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckGroupTriggerView } from './triggers.dto.js';
import { TriggersService } from './triggers.service.js';

const GROUP = { description: 'Id of the group', example: 1 };

@ApiTags('Triggers')
@Deprecated()
@Controller('v1/triggers/check-groups')
export class GroupTriggersController {
  constructor(private readonly triggers: TriggersService) {}

  @Post(':groupId')
  @Endpoint({
    summary: 'Create the trigger of a check group',
    description:
      'GET /check-groups/{groupId}/trigger/{token} then runs its checks. A group has one trigger: creating it again answers the one it has.',
    role: 'READ_WRITE',
    status: 201,
    returns: CheckGroupTriggerView,
    errors: [404],
  })
  async create(@Account() account: AccountId, @NumberPath('groupId', GROUP) groupId: number) {
    return CheckGroupTriggerView.of(await this.triggers.create('group', account, groupId));
  }

  @Get(':groupId')
  @Endpoint({
    summary: 'Get the trigger of a check group',
    description: 'With its token, which runs the checks: hence the role.',
    role: 'READ_RUN',
    returns: CheckGroupTriggerView,
    errors: [404],
  })
  async get(@Account() account: AccountId, @NumberPath('groupId', GROUP) groupId: number) {
    return CheckGroupTriggerView.of(await this.triggers.get('group', account, groupId));
  }

  @Delete(':groupId')
  @Endpoint({
    summary: 'Delete the trigger of a check group',
    description: 'Its address ends with it.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404],
  })
  remove(@Account() account: AccountId, @NumberPath('groupId', GROUP) groupId: number) {
    return this.triggers.remove('group', account, groupId);
  }
}
