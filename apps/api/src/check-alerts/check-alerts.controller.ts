import type { AccountId } from '#domain';
import { Account, Endpoint, pageOfJson, UuidPath } from '#http';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckAlertsQuery, CheckAlertView } from './check-alerts.dto.js';
import { CheckAlertsService } from './check-alerts.service.js';

const CHECK = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };
const WINDOW =
  'Newest first. Without `from` and `to`: the last six hours; with one of them: the six hours after or before it; more than six hours apart is refused.';

@ApiTags('Check alerts')
@Controller('v1/check-alerts')
export class CheckAlertsController {
  constructor(private readonly alerts: CheckAlertsService) {}

  @Get()
  @Endpoint({
    summary: 'List the alerts of all checks',
    description: WINDOW,
    role: 'READ_ONLY',
    returns: [CheckAlertView],
    paged: true,
  })
  async list(@Account() account: AccountId, @Query() query: CheckAlertsQuery) {
    return pageOfJson(await this.alerts.page(account, query));
  }

  @Get(':checkId')
  @Endpoint({
    summary: 'List the alerts of a check',
    description: WINDOW,
    role: 'READ_ONLY',
    returns: [CheckAlertView],
    paged: true,
    errors: [404],
  })
  async ofCheck(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @Query() query: CheckAlertsQuery,
  ) {
    return pageOfJson(await this.alerts.pageOfCheck(account, checkId, query));
  }
}
