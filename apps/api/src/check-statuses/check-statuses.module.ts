import { Module } from '@nestjs/common';
import { CheckStatusStep } from './check-status.step.js';
import { CheckStatusesController } from './check-statuses.controller.js';
import { CheckStatusesQueries } from './check-statuses.queries.js';
import { CheckStatusesService } from './check-statuses.service.js';

/** Reads what ingestion writes with each FINAL result. */
@Module({
  controllers: [CheckStatusesController],
  providers: [CheckStatusesService, CheckStatusesQueries, CheckStatusStep],
  exports: [CheckStatusStep],
})
export class CheckStatusesModule {}
