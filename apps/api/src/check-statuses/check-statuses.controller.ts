import type { AccountId } from '#domain';
import { Account, Endpoint, UuidPath } from '#http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckStatusView } from './check-statuses.dto.js';
import { CheckStatusesService } from './check-statuses.service.js';

const CHECK = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };

@ApiTags('Check statuses')
@Controller('v1/check-statuses')
export class CheckStatusesController {
  constructor(private readonly statuses: CheckStatusesService) {}

  @Get()
  @Endpoint({
    summary: 'List the statuses of all checks',
    description:
      'All of them, the newest check first. A check that has not finished a run has no status and is left out.',
    role: 'READ_ONLY',
    returns: [CheckStatusView],
  })
  async list(@Account() account: AccountId) {
    return (await this.statuses.list(account)).map((status) => CheckStatusView.of(status));
  }

  @Get(':checkId')
  @Endpoint({
    summary: 'Get the status of a check',
    description:
      'What its last FINAL result says. 404 for an unknown check and, with another message, for one that has not finished a run: it is neither up nor down.',
    role: 'READ_ONLY',
    returns: CheckStatusView,
    errors: [404],
  })
  async get(@Account() account: AccountId, @UuidPath('checkId', CHECK) checkId: string) {
    return CheckStatusView.of(await this.statuses.get(account, checkId));
  }
}
