import type { AccountId } from '#domain';
import { Account, Endpoint } from '#http';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { reportLimit } from './analytics.controller.js';
import { AnalyticsService } from './analytics.service.js';
import { BatchItemView, BatchQuery, BatchRequest, MetricsQuery } from './batch.dto.js';

@ApiTags('Analytics')
@Controller('v1/analytics')
export class AnalyticsBatchController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Post('checks')
  @Endpoint({
    summary: 'Report on many checks',
    description:
      'One item for each check, in the order asked for: availability and response times of the FINAL results of the window, as the reports on single checks count them. What does not apply to a type is left out. 404 when the account lacks one of the checks. At most 30 requests per minute.',
    role: 'READ_ONLY',
    returns: [BatchItemView],
    errors: [404],
    rateLimit: reportLimit('batch'),
  })
  batch(@Account() account: AccountId, @Query() query: BatchQuery, @Body() body: BatchRequest) {
    return this.analytics.batch(account, body.checkIds, query.quickRange);
  }

  @Get('metrics')
  @Endpoint({
    summary: 'List the metrics of a type of check',
    description: 'What `metrics` of the reports on such checks takes; empty where there are no reports.',
    role: 'READ_ONLY',
  })
  @ApiOkResponse({
    description: 'Successful',
    schema: { type: 'array', items: { type: 'string' }, example: ['responseTime', 'responseTime_avg'] },
  })
  metrics(@Query() query: MetricsQuery) {
    return this.analytics.metricNames(query.checkType);
  }
}
