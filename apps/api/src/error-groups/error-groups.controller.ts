import type { AccountId } from '#domain';
import { Account, Endpoint, PageQuery, pageOfJson, UuidPath } from '#http';
import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ErrorGroupUpdateRequest, ErrorGroupView } from './error-groups.dto.js';
import { ErrorGroupsService } from './error-groups.service.js';

const ID = { description: 'Id of the group', example: '3f0c2a52-7a6e-8d1b-9c44-2f6f0a1b7c11' };
const CHECK = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };

@ApiTags('Error groups')
@Controller('v1/error-groups')
export class ErrorGroupsController {
  constructor(private readonly groups: ErrorGroupsService) {}

  @Get()
  @Endpoint({
    summary: 'List the error groups of all checks',
    description:
      'The newest group first; without those archived for ever. Failing results of a check whose messages are alike, numbers and ids aside, are one group; ATTEMPT results count, faults of the service do not.',
    role: 'READ_ONLY',
    returns: [ErrorGroupView],
    paged: true,
  })
  async list(@Account() account: AccountId, @Query() query: PageQuery) {
    return pageOfJson(await this.groups.list(account, query));
  }

  @Get('checks/:checkId')
  @Endpoint({
    summary: 'List the error groups of a check',
    description: 'The newest group first; without those archived for ever.',
    role: 'READ_ONLY',
    returns: [ErrorGroupView],
    paged: true,
    errors: [404],
  })
  async listOfCheck(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @Query() query: PageQuery,
  ) {
    return pageOfJson(await this.groups.listOfCheck(account, checkId, query));
  }

  @Get(':id')
  @Endpoint({ summary: 'Get an error group', role: 'READ_ONLY', returns: ErrorGroupView, errors: [404] })
  async get(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return ErrorGroupView.of(await this.groups.get(account, id));
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Archive an error group',
    description: 'What is absent stays as it is.',
    role: 'READ_WRITE',
    returns: ErrorGroupView,
    errors: [404],
  })
  async archive(@Account() account: AccountId, @UuidPath('id', ID) id: string, @Body() body: ErrorGroupUpdateRequest) {
    return ErrorGroupView.of(await this.groups.archive(account, id, body));
  }
}
