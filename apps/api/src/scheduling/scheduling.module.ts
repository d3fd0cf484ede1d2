import { Module } from '@nestjs/common';
import { SchedulerQueries } from './scheduler.queries.js';
import { SchedulerService } from './scheduler.service.js';

@Module({ providers: [SchedulerService, SchedulerQueries] })
export class SchedulingModule {}
