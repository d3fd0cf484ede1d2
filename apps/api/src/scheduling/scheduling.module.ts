import { Module } from '@nestjs/common';
import { MaintenanceWindowsModule } from '../maintenance-windows/index.js';
import { SchedulerQueries } from './scheduler.queries.js';
import { SchedulerService } from './scheduler.service.js';

@Module({ imports: [MaintenanceWindowsModule], providers: [SchedulerService, SchedulerQueries] })
export class SchedulingModule {}
