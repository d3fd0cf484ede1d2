import type { AccountId } from '#domain';
import {
  Account,
  CurrentPrincipal,
  Endpoint,
  JsonText,
  pageOfJson,
  UnionBody,
  UuidPath,
  validated,
  type Principal,
} from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CHECK_CREATE, CHECK_UPDATE, CHECK_VIEW, shapesOf } from './check-types.js';
import { CheckCreateQuery, CheckGetQuery, CheckListQuery } from './checks.dto.js';
import { ChecksService } from './checks.service.js';
import { EXAMPLE_CHECK_IDS } from './example-checks.js';

const ID = { description: 'Id of the check', example: EXAMPLE_CHECK_IDS.URL };

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
    returns: [CHECK_VIEW],
    paged: true,
  })
  async list(@Account() account: AccountId, @CurrentPrincipal() { role }: Principal, @Query() query: CheckListQuery) {
    return pageOfJson(await this.checks.list(account, role, query, query));
  }

  @Post()
  @UnionBody(CHECK_CREATE)
  @Endpoint({
    summary: 'Create a check of any type',
    warns: true,
    description: 'The body is that of `checkType`, which is API where it is absent.',
    role: 'READ_WRITE',
    status: 201,
    returns: CHECK_VIEW,
    errors: [409],
    deprecated: true,
  })
  async create(
    @Account() account: AccountId,
    @Query() _query: CheckCreateQuery,
    @Body() body: { checkType?: unknown },
  ) {
    const { create } = shapesOf(body?.checkType ?? 'API');
    return new JsonText(await this.checks.create(account, validated(create, body)));
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a check', role: 'READ_ONLY', returns: CHECK_VIEW, errors: [404] })
  async get(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @UuidPath('id', ID) id: string,
    @Query() query: CheckGetQuery,
  ) {
    return new JsonText(await this.checks.read(account, role, id, query));
  }

  @Put(':id')
  @UnionBody(CHECK_UPDATE)
  @Endpoint({
    summary: 'Update a check of any type',
    warns: true,
    description: "The body is that of the check's type, which cannot be changed. Absent fields stay as they are.",
    role: 'READ_WRITE',
    returns: CHECK_VIEW,
    errors: [404, 409],
    deprecated: true,
  })
  async update(
    @Account() account: AccountId,
    @UuidPath('id', ID) id: string,
    @Query() _query: CheckCreateQuery,
    @Body() body: unknown,
  ) {
    const { checkType } = await this.checks.get(account, id);
    return new JsonText(await this.checks.update(account, checkType, id, validated(shapesOf(checkType).update, body)));
  }

  @Delete(':id')
  @Endpoint({ summary: 'Delete a check', role: 'READ_WRITE', status: 204, errors: [404] })
  remove(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return this.checks.remove(account, id);
  }
}
