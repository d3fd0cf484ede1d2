import type { AccountId } from '#domain';
import { Account, CursorQuery, cursorListOf, Endpoint, UuidPath } from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  EXAMPLE_PAGE_ID,
  StatusPageCreateRequest,
  StatusPageEntryView,
  StatusPageListView,
  StatusPageUpdateRequest,
  StatusPageView,
} from './status-pages.dto.js';
import { StatusPagesService } from './status-pages.service.js';

const PAGE = { description: 'Id of the status page', example: EXAMPLE_PAGE_ID };

@ApiTags('Status pages')
@Controller('v1/status-pages')
export class StatusPagesController {
  constructor(private readonly pages: StatusPagesService) {}

  @Get()
  @Endpoint({
    summary: 'List all status pages',
    description: 'Newest first.',
    role: 'READ_ONLY',
    returns: StatusPageListView,
  })
  async list(@Account() account: AccountId, @Query() query: CursorQuery) {
    return cursorListOf(await this.pages.part(account, query), StatusPageEntryView.of);
  }

  @Post()
  @Endpoint({
    summary: 'Create a status page',
    description: '409 when `url` or `customDomain` is taken.',
    role: 'READ_WRITE',
    status: 201,
    returns: StatusPageView,
    errors: [404, 409],
  })
  async create(@Account() account: AccountId, @Body() body: StatusPageCreateRequest) {
    return StatusPageView.of(await this.pages.create(account, body));
  }

  @Get(':statusPageId')
  @Endpoint({ summary: 'Get a status page', role: 'READ_ONLY', returns: StatusPageView, errors: [404] })
  async get(@Account() account: AccountId, @UuidPath('statusPageId', PAGE) id: string) {
    return StatusPageView.of(await this.pages.get(account, id));
  }

  @Put(':statusPageId')
  @Endpoint({
    summary: 'Update a status page',
    description: 'Absent fields stay as they are; the cards are written as a whole.',
    role: 'READ_WRITE',
    returns: StatusPageView,
    errors: [404, 409],
  })
  async update(
    @Account() account: AccountId,
    @UuidPath('statusPageId', PAGE) id: string,
    @Body() body: StatusPageUpdateRequest,
  ) {
    return StatusPageView.of(await this.pages.update(account, id, body));
  }

  @Delete(':statusPageId')
  @Endpoint({
    summary: 'Delete a status page',
    description: 'With its cards and subscriptions. Services and incidents stay.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404],
  })
  remove(@Account() account: AccountId, @UuidPath('statusPageId', PAGE) id: string) {
    return this.pages.remove(account, id);
  }
}
