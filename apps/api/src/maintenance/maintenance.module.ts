import { Module } from '@nestjs/common';
import { MaintenanceService } from './maintenance.service.js';
import { Retention } from './retention.js';
import { RetentionQueries } from './retention.queries.js';

@Module({ providers: [MaintenanceService, Retention, RetentionQueries] })
export class MaintenanceModule {}
