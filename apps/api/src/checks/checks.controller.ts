import type { AccountId } from '#domain';
import { Account, Endpoint, JsonText, pageOfJson, UuidPath, validated } from '#http';
import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CheckCreateQuery, CheckGetQuery, CheckListQuery } from './checks.dto.js';
import { ChecksService } from './checks.service.js';
import { UrlCheckUpdateRequest, UrlCheckView } from './url-check.dto.js';

const ID = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };

/** Checks of every type. */
@ApiTags('Checks')
@Controller('v1/checks')
export class ChecksController {
  constructor(private readonly checks: ChecksService) {}

  @Get()
  @Endpoint({
    summary: 'List all checks',
    description: 'Newest first.',
    role: 'READ_ONLY',
    returns: [UrlCheckView],
    paged: true,
  })
  async list(@Account() account: AccountId, @Query() query: CheckListQuery) {
    return pageOfJson(await this.checks.list(account, query, query));
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a check', role: 'READ_ONLY', returns: UrlCheckView, errors: [404] })
  async get(@Account() account: AccountId, @UuidPath('id', ID) id: string, @Query() _query: CheckGetQuery) {
    return new JsonText(await this.checks.read(account, id));
  }

  @Put(':id')
  @ApiBody({ type: UrlCheckUpdateRequest })
  @Endpoint({
    summary: 'Update a check of any type',
    description: 'The body is that of the type. Absent fields stay as they are.',
    role: 'READ_WRITE',
    returns: UrlCheckView,
    errors: [404],
    deprecated: true,
  })
  async update(
    @Account() account: AccountId,
    @UuidPath('id', ID) id: string,
    @Query() _query: CheckCreateQuery,
    @Body() body: unknown,
  ) {
    return UrlCheckView.of(await this.checks.update(account, id, validated(UrlCheckUpdateRequest, body)));
  }

  @Delete(':id')
  @Endpoint({ summary: 'Delete a check', role: 'READ_WRITE', status: 204, errors: [404] })
  remove(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return this.checks.remove(account, id);
  }
}
