import { ANALYTICS_KINDS } from '#domain';
import { Module } from '@nestjs/common';
import { AnalyticsBatchController } from './analytics-batch.controller.js';
import { analyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';

@Module({
  controllers: [AnalyticsBatchController, ...ANALYTICS_KINDS.map(analyticsController)],
  providers: [AnalyticsService, AnalyticsQueries],
})
export class AnalyticsModule {}
