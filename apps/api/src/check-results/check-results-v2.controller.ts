import type { AccountId } from '#domain';
import { Account, Endpoint, UuidPath } from '#http';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckResultListView, CheckResultsV2Query, wantsDetail } from './check-results-v2.dto.js';
import { CHECK, LISTS_LIMIT } from './check-results.controller.js';
import { CheckResultsService } from './check-results.service.js';

@ApiTags('Check results')
@Controller('v2/check-results')
export class CheckResultsV2Controller {
  constructor(private readonly results: CheckResultsService) {}

  @Get(':checkId')
  @Endpoint({
    summary: 'List the results of a check',
    description:
      'Newest first, at most 60 requests per minute. Send `nextId` of an answer, with the same filters, to get the next entries; it is null at the end. `fields` makes answers smaller and faster, above all without `apiCheckResult`.',
    role: 'READ_ONLY',
    returns: CheckResultListView,
    errors: [404],
    rateLimit: { ...LISTS_LIMIT, name: 'check-results-v2' },
  })
  async list(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @Query() { fields, ...query }: CheckResultsV2Query,
  ) {
    return CheckResultListView.of(await this.results.list(account, checkId, query, wantsDetail(fields)), fields);
  }
}
