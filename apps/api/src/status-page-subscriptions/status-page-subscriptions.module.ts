import { Module } from '@nestjs/common';
import { StatusPageSubscriptionsController } from './status-page-subscriptions.controller.js';
import { StatusPageSubscriptionsRepository } from './status-page-subscriptions.repository.js';
import { StatusPageSubscriptionsService } from './status-page-subscriptions.service.js';

@Module({
  controllers: [StatusPageSubscriptionsController],
  providers: [StatusPageSubscriptionsService, StatusPageSubscriptionsRepository],
  exports: [StatusPageSubscriptionsService],
})
export class StatusPageSubscriptionsModule {}
