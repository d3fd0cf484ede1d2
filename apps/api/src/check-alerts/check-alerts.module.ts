import { Module } from '@nestjs/common';
import { CheckAlertStep } from './check-alert.step.js';
import { CheckAlertsController } from './check-alerts.controller.js';
import { CheckAlertsQueries } from './check-alerts.queries.js';
import { CheckAlertsService } from './check-alerts.service.js';

/** Reads what ingestion writes when a check begins to fail or recovers. */
@Module({
  controllers: [CheckAlertsController],
  providers: [CheckAlertsService, CheckAlertsQueries, CheckAlertStep],
  exports: [CheckAlertStep],
})
export class CheckAlertsModule {}
