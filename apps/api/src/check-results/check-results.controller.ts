import type { AccountId } from '#domain';
import { Account, Endpoint, pageOf, UuidPath, type RateLimit } from '#http';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckResultsQuery, CheckResultView } from './check-results.dto.js';
import { CheckResultsService } from './check-results.service.js';

/** Reference 1.5: of this list; that of the other version has its own. */
export const LISTS_LIMIT: RateLimit = { name: 'check-results', requests: 60, seconds: 60 };

export const CHECK = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };
const RESULT = { description: 'Id of the result', example: '0199a3c4-7c00-7000-8000-000000000001' };

@ApiTags('Check results')
@Controller('v1/check-results')
export class CheckResultsController {
  constructor(private readonly results: CheckResultsService) {}

  @Get(':checkId')
  @Endpoint({
    summary: 'List the results of a check within six hours',
    description:
      'Newest first, at most 60 requests per minute. Without `from` and `to`: the last six hours; with one of them: the six hours after or before it; more than six hours apart is refused. GET /v2/check-results/{checkId} has no such window and is the better list.',
    role: 'READ_ONLY',
    returns: [CheckResultView],
    paged: true,
    errors: [404],
    rateLimit: LISTS_LIMIT,
    deprecated: true,
  })
  async list(@Account() account: AccountId, @UuidPath('checkId', CHECK) id: string, @Query() query: CheckResultsQuery) {
    return pageOf(await this.results.page(account, id, query), (result) => CheckResultView.of(result));
  }

  @Get(':checkId/:checkResultId')
  @Endpoint({ summary: 'Get a result of a check', role: 'READ_ONLY', returns: CheckResultView, errors: [404] })
  async get(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @UuidPath('checkResultId', RESULT) id: string,
  ) {
    return CheckResultView.of(await this.results.get(account, checkId, id));
  }
}
