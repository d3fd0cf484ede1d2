import type { AccountId } from '#domain';
import { Account, Endpoint, PageQuery, pageOf, TextPath, type RateLimit } from '#http';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  DashboardCreateRequest,
  DashboardQuery,
  DashboardUpdateRequest,
  DashboardView,
  EXAMPLE_DASHBOARD_ID,
} from './dashboards.dto.js';
import { DashboardsService } from './dashboards.service.js';

const ID = { description: 'The `dashboardId`, not the numeric `id`', example: EXAMPLE_DASHBOARD_ID };
const NAME = { ...ID, description: 'The `dashboardId`; with `type`, that name of the dashboard' };

/** Reference 1.5. */
const GET_LIMIT: RateLimit = { name: 'dashboard', requests: 20, seconds: 20 };

@ApiTags('Dashboards')
@Controller('v1/dashboards')
export class DashboardsController {
  constructor(private readonly dashboards: DashboardsService) {}

  @Get()
  @Endpoint({
    summary: 'List all dashboards',
    description: 'Newest first.',
    role: 'READ_ONLY',
    returns: [DashboardView],
    paged: true,
  })
  async list(@Account() account: AccountId, @Query() query: PageQuery) {
    return pageOf(await this.dashboards.list(account, query), (dashboard) => DashboardView.of({ dashboard }));
  }

  @Post()
  @Endpoint({
    summary: 'Create a dashboard',
    description: 'The key of a private one is shown this once.',
    role: 'READ_WRITE',
    status: 201,
    returns: DashboardView,
    errors: [409],
  })
  async create(@Account() account: AccountId, @Body() body: DashboardCreateRequest) {
    return DashboardView.of(await this.dashboards.create(account, body));
  }

  @Get(':dashboardId')
  @Endpoint({
    summary: 'Get a dashboard',
    description: 'At most 20 requests in 20 seconds.',
    role: 'READ_ONLY',
    returns: DashboardView,
    errors: [404],
    rateLimit: GET_LIMIT,
  })
  async get(
    @Account() account: AccountId,
    @TextPath('dashboardId', NAME) name: string,
    @Query() { type }: DashboardQuery,
  ) {
    return DashboardView.of({ dashboard: await this.dashboards.get(account, name, type) });
  }

  @Put(':dashboardId')
  @Endpoint({
    summary: 'Update a dashboard',
    description:
      'Absent fields stay as they are. Turning `isPrivate` on makes a key, shown this once; turning it off ends the key.',
    role: 'READ_WRITE',
    returns: DashboardView,
    errors: [404, 409],
  })
  async update(
    @Account() account: AccountId,
    @TextPath('dashboardId', ID) dashboardId: string,
    @Body() body: DashboardUpdateRequest,
  ) {
    return DashboardView.of(await this.dashboards.update(account, dashboardId, body));
  }

  @Delete(':dashboardId')
  @Endpoint({
    summary: 'Delete a dashboard',
    description: 'Its incidents are deleted with it.',
    role: 'READ_WRITE',
    status: 204,
    errors: [404],
  })
  remove(@Account() account: AccountId, @TextPath('dashboardId', ID) dashboardId: string) {
    return this.dashboards.remove(account, dashboardId);
  }
}
