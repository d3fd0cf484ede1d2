import { Module } from '@nestjs/common';
import { CheckSessionsController, CheckSessionsV2Controller } from './check-sessions.controller.js';
import { CheckSessionsQueries } from './check-sessions.queries.js';
import { CheckSessionsService } from './check-sessions.service.js';
import { WaitingCallers } from './waiting-callers.js';

@Module({
  controllers: [CheckSessionsController, CheckSessionsV2Controller],
  providers: [CheckSessionsService, CheckSessionsQueries, WaitingCallers],
  exports: [CheckSessionsService],
})
export class CheckSessionsModule {}
