import { Module } from '@nestjs/common';
import { CheckResultsV2Controller } from './check-results-v2.controller.js';
import { CheckResultsController } from './check-results.controller.js';
import { CheckResultsQueries } from './check-results.queries.js';
import { CheckResultsService } from './check-results.service.js';

/** Reads what ingestion writes. */
@Module({
  controllers: [CheckResultsController, CheckResultsV2Controller],
  providers: [CheckResultsService, CheckResultsQueries],
})
export class CheckResultsModule {}
