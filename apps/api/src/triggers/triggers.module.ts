import { Module } from '@nestjs/common';
import { CheckSessionsModule } from '../check-sessions/index.js';
import { GroupTriggersController } from './group-triggers.controller.js';
import { LegacyTriggersController } from './legacy-triggers.controller.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersQueries } from './triggers.queries.js';
import { TriggersService } from './triggers.service.js';

@Module({
  imports: [CheckSessionsModule],
  controllers: [TriggersController, GroupTriggersController, LegacyTriggersController],
  providers: [TriggersService, TriggersQueries],
  exports: [TriggersService],
})
export class TriggersModule {}
