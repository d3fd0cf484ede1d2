import { Module } from '@nestjs/common';
import { VariablesModule } from '../variables/index.js';
import { checkTypeController } from './check-type.controller.js';
import { CREATABLE_TYPES } from './check-types.js';
import { ChecksController } from './checks.controller.js';
import { ChecksQueries } from './checks.queries.js';
import { ChecksRepository } from './checks.repository.js';
import { ChecksService } from './checks.service.js';
import { HeartbeatTimers } from './heartbeat-timers.js';

@Module({
  imports: [VariablesModule],
  controllers: [...CREATABLE_TYPES.map(checkTypeController), ChecksController],
  providers: [ChecksService, HeartbeatTimers, ChecksRepository, ChecksQueries],
  exports: [ChecksService],
})
export class ChecksModule {}
