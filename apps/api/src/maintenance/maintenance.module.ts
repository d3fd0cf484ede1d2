import { Module } from '@nestjs/common';
import { MaintenanceService } from './maintenance.service.js';
import { PartitionsQueries } from './partitions.queries.js';
import { Retention } from './retention.js';
import { RetentionQueries } from './retention.queries.js';

@Module({ providers: [MaintenanceService, PartitionsQueries, Retention, RetentionQueries] })
export class MaintenanceModule {}
