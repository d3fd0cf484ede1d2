import { Module } from '@nestjs/common';
import { StatusPageServicesController } from './status-page-services.controller.js';
import { StatusPageServicesRepository } from './status-page-services.repository.js';
import { StatusPageServicesService } from './status-page-services.service.js';

@Module({
  controllers: [StatusPageServicesController],
  providers: [StatusPageServicesService, StatusPageServicesRepository],
  exports: [StatusPageServicesService],
})
export class StatusPageServicesModule {}
