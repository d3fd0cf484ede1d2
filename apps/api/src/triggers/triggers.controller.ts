import type { AccountId } from '#domain';
import { Account, Deprecated, Endpoint, UuidPath } from '#http';
import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckTriggerView } from './triggers.dto.js';
import { TriggersService } from './triggers.service.js';

const CHECK = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };

@ApiTags('Triggers')
@Deprecated()
@Controller('v1/triggers/checks')
export class TriggersController {
  constructor(private readonly triggers: TriggersService) {}

  @Post(':checkId')
  @Endpoint({
    summary: 'Create the trigger of a check',
    description:
      'GET /checks/{checkId}/trigger/{token} then runs the check. A check has one trigger: creating it again answers the one it has.',
    role: 'READ_WRITE',
    status: 201,
    returns: CheckTriggerView,
    errors: [404],
  })
  async create(@Account() account: AccountId, @UuidPath('checkId', CHECK) checkId: string) {
    return CheckTriggerView.of(await this.triggers.create('check', account, checkId));
  }

  @Get(':checkId')
  @Endpoint({
    summary: 'Get the trigger of a check',
    description: 'With its token, which runs the check: hence the role.',
    role: 'READ_RUN',
    returns: CheckTriggerView,
    errors: [404],
  })
  async get(@Account() account: AccountId, @UuidPath('checkId', CHECK) checkId: string) {
    return CheckTriggerView.of(await this.triggers.get('check', account, checkId));
  }

  @Delete(':checkId')
  @Endpoint({
    summary: 'Delete the trigger of a check',
    description: 'Its address ends with it.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404],
  })
  remove(@Account() account: AccountId, @UuidPath('checkId', CHECK) checkId: string) {
    return this.triggers.remove('check', account, checkId);
  }
}
