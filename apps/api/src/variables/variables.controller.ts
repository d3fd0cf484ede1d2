import { Account, CurrentPrincipal, Endpoint, PageQuery, pageOf, TextPath, type Principal } from '#http';
import type { AccountId } from '#domain';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { VariableCreateRequest, VariableUpdateRequest, VariableView } from './variables.dto.js';
import { VariablesService } from './variables.service.js';

const KEY = { description: 'Name of the variable', example: 'EXAMPLE_URL' };

@ApiTags('Environment variables')
@Controller('v1/variables')
export class VariablesController {
  constructor(private readonly variables: VariablesService) {}

  @Get()
  @Endpoint({
    summary: 'List all environment variables',
    description: 'By key.',
    role: 'READ_ONLY',
    returns: [VariableView],
    paged: true,
  })
  async list(@Account() account: AccountId, @CurrentPrincipal() { role }: Principal, @Query() query: PageQuery) {
    return pageOf(await this.variables.list(account, query), (variable) => VariableView.of(variable, role));
  }

  @Post()
  @Endpoint({
    summary: 'Create an environment variable',
    role: 'READ_WRITE',
    status: 201,
    returns: VariableView,
    errors: [409],
  })
  async create(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @Body() body: VariableCreateRequest,
  ) {
    return VariableView.of(await this.variables.create(account, body), role);
  }

  @Get(':key')
  @Endpoint({ summary: 'Get an environment variable', role: 'READ_ONLY', returns: VariableView, errors: [404] })
  async get(@Account() account: AccountId, @CurrentPrincipal() { role }: Principal, @TextPath('key', KEY) key: string) {
    return VariableView.of(await this.variables.get(account, key), role);
  }

  @Put(':key')
  @Endpoint({ summary: 'Update an environment variable', role: 'READ_WRITE', returns: VariableView, errors: [404] })
  async update(
    @Account() account: AccountId,
    @CurrentPrincipal() { role }: Principal,
    @TextPath('key', KEY) key: string,
    @Body() body: VariableUpdateRequest,
  ) {
    return VariableView.of(await this.variables.update(account, key, body), role);
  }

  @Delete(':key')
  @Endpoint({ summary: 'Delete an environment variable', role: 'READ_WRITE', status: 204, errors: [404] })
  remove(@Account() account: AccountId, @TextPath('key', KEY) key: string) {
    return this.variables.remove(account, key);
  }
}
