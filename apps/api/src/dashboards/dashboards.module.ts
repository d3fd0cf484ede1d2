import { Module } from '@nestjs/common';
import { DashboardsController } from './dashboards.controller.js';
import { DashboardsRepository } from './dashboards.repository.js';
import { DashboardsService } from './dashboards.service.js';

@Module({
  controllers: [DashboardsController],
  providers: [DashboardsService, DashboardsRepository],
  exports: [DashboardsService],
})
export class DashboardsModule {}
