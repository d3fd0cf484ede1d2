import type { AccountId } from '#domain';
import { Account, Endpoint, UuidPath } from '#http';
import { Body, Controller, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckCreateQuery } from './checks.dto.js';
import { ChecksService } from './checks.service.js';
import { UrlCheckCreateRequest, UrlCheckUpdateRequest, UrlCheckView } from './url-check.dto.js';

const ID = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };

@ApiTags('Checks')
@Controller('v1/checks/url')
export class UrlChecksController {
  constructor(private readonly checks: ChecksService) {}

  @Post()
  @Endpoint({
    summary: 'Create a URL check',
    description: 'It runs for the first time at once.',
    role: 'READ_WRITE',
    status: 201,
    returns: UrlCheckView,
  })
  async create(@Account() account: AccountId, @Query() _query: CheckCreateQuery, @Body() body: UrlCheckCreateRequest) {
    return UrlCheckView.of(await this.checks.create(account, body));
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a URL check',
    description: 'Absent fields stay as they are.',
    role: 'READ_WRITE',
    returns: UrlCheckView,
    errors: [404],
  })
  async update(
    @Account() account: AccountId,
    @UuidPath('id', ID) id: string,
    @Query() _query: CheckCreateQuery,
    @Body() body: UrlCheckUpdateRequest,
  ) {
    return UrlCheckView.of(await this.checks.update(account, id, body));
  }
}
