import type { AccountId } from '#domain';
import { Account, Endpoint, NumberPath, pageOf, PageQuery } from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EXAMPLE_SNIPPET_ID, SnippetCreateRequest, SnippetUpdateRequest, SnippetView } from './snippets.dto.js';
import { SnippetsService } from './snippets.service.js';

const ID = { description: 'Id of the snippet', example: EXAMPLE_SNIPPET_ID };

@ApiTags('Snippets')
@Controller('v1/snippets')
export class SnippetsController {
  constructor(private readonly snippets: SnippetsService) {}

  @Get()
  @Endpoint({
    summary: 'List all snippets',
    description: 'Newest first.',
    role: 'READ_ONLY',
    returns: [SnippetView],
    paged: true,
  })
  async list(@Account() account: AccountId, @Query() query: PageQuery) {
    return pageOf(await this.snippets.list(account, query), (snippet) => SnippetView.of(snippet));
  }

  @Post()
  @Endpoint({
    summary: 'Create a snippet',
    description: 'API checks and check groups name it as `setupSnippetId` or `tearDownSnippetId`.',
    role: 'READ_WRITE',
    status: 201,
    returns: SnippetView,
    errors: [409],
  })
  async create(@Account() account: AccountId, @Body() body: SnippetCreateRequest) {
    return SnippetView.of(await this.snippets.create(account, body));
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a snippet', role: 'READ_ONLY', returns: SnippetView, errors: [404] })
  async get(@Account() account: AccountId, @NumberPath('id', ID) id: number) {
    return SnippetView.of(await this.snippets.get(account, id));
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a snippet',
    description: 'In force from the next run of each check that uses it.',
    role: 'READ_WRITE',
    returns: SnippetView,
    errors: [404, 409],
  })
  async update(@Account() account: AccountId, @NumberPath('id', ID) id: number, @Body() body: SnippetUpdateRequest) {
    return SnippetView.of(await this.snippets.update(account, id, body));
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a snippet',
    description: 'Not while a check or a check group uses it.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404, 409],
  })
  remove(@Account() account: AccountId, @NumberPath('id', ID) id: number) {
    return this.snippets.remove(account, id);
  }
}
