import type { AccountId } from '#domain';
import { Account, Endpoint, PageQuery, pageOfJson, UuidPath } from '#http';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CapacityView } from './capacity.dto.js';
import { CapacityService } from './capacity.service.js';
import {
  LocationMetricsQuery,
  LocationMetricsView,
  LocationOutageView,
  ScheduleQualityQuery,
  ScheduleQualityView,
} from './location-reports.dto.js';
import { LocationReportsService } from './location-reports.service.js';
import { EXAMPLE_LOCATION_ID } from './private-locations.dto.js';

const ID = { description: 'Id of the location', example: EXAMPLE_LOCATION_ID };
/** Reference 1.5. */
const METRICS_LIMIT = { name: 'private-location-metrics', requests: 300, seconds: 86_400 };

/** What is known of a private location besides itself. */
@ApiTags('Private locations')
@Controller('v1/private-locations/:id')
export class LocationReportsController {
  constructor(
    private readonly capacities: CapacityService,
    private readonly reports: LocationReportsService,
  ) {}

  @Get('capacity')
  @Endpoint({
    summary: 'Get the capacity of a private location',
    description: 'What its agents can run, what is scheduled there, and how many agents that needs.',
    role: 'READ_ONLY',
    returns: CapacityView,
    errors: [404],
  })
  capacity(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return this.capacities.of(account, id);
  }

  @Get('metrics')
  @Endpoint({
    summary: 'Get the queue of a private location over time',
    description: 'Three lists of the same length, with an entry for each minute in which checks named the location.',
    role: 'READ_ONLY',
    returns: LocationMetricsView,
    errors: [404],
    rateLimit: METRICS_LIMIT,
  })
  metrics(@Account() account: AccountId, @UuidPath('id', ID) id: string, @Query() query: LocationMetricsQuery) {
    return this.reports.metrics(account, id, query);
  }

  @Get('schedule-quality')
  @Endpoint({
    summary: 'Get how late runs were in a private location',
    description: 'By check type. Without `from` and `to` the last hour; a day at most.',
    role: 'READ_ONLY',
    returns: [ScheduleQualityView],
    errors: [404],
  })
  quality(@Account() account: AccountId, @UuidPath('id', ID) id: string, @Query() query: ScheduleQualityQuery) {
    return this.reports.quality(account, id, query);
  }

  @Get('outages')
  @Endpoint({
    summary: 'List when a private location was unreachable',
    description:
      'The latest first. It begins when no agent was seen for 10 minutes; until one comes back nothing is scheduled there, and what would have run counts neither as up nor as down.',
    role: 'READ_ONLY',
    returns: [LocationOutageView],
    paged: true,
    errors: [404],
  })
  async outages(@Account() account: AccountId, @UuidPath('id', ID) id: string, @Query() page: PageQuery) {
    return pageOfJson(await this.reports.outages(account, id, page));
  }
}
