import { Module } from '@nestjs/common';
import { MaintenanceWindowsController } from './maintenance-windows.controller.js';
import { MaintenanceWindowsRepository } from './maintenance-windows.repository.js';
import { PausesQueries } from './pauses.queries.js';
import { MaintenanceWindowsService } from './maintenance-windows.service.js';

@Module({
  controllers: [MaintenanceWindowsController],
  providers: [MaintenanceWindowsService, MaintenanceWindowsRepository, PausesQueries],
  exports: [MaintenanceWindowsService, PausesQueries],
})
export class MaintenanceWindowsModule {}
