import { Module } from '@nestjs/common';
import { ChecksModule } from '../checks/index.js';
import { VariablesModule } from '../variables/index.js';
import { CheckGroupsV2Controller } from './check-groups-v2.controller.js';
import { CheckGroupsController } from './check-groups.controller.js';
import { CheckGroupsRepository } from './check-groups.repository.js';
import { CheckGroupsService } from './check-groups.service.js';

@Module({
  imports: [ChecksModule, VariablesModule],
  controllers: [CheckGroupsController, CheckGroupsV2Controller],
  providers: [CheckGroupsService, CheckGroupsRepository],
  exports: [CheckGroupsService],
})
export class CheckGroupsModule {}
