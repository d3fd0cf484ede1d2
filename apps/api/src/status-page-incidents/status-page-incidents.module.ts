import { Module } from '@nestjs/common';
import { StatusPageIncidentUpdatesController } from './incident-updates.controller.js';
import { StatusPageIncidentsController } from './status-page-incidents.controller.js';
import { StatusPageIncidentsQueries } from './status-page-incidents.queries.js';
import { StatusPageIncidentsRepository } from './status-page-incidents.repository.js';
import { StatusPageIncidentsService } from './status-page-incidents.service.js';

@Module({
  controllers: [StatusPageIncidentsController, StatusPageIncidentUpdatesController],
  providers: [StatusPageIncidentsService, StatusPageIncidentsRepository, StatusPageIncidentsQueries],
  exports: [StatusPageIncidentsService],
})
export class StatusPageIncidentsModule {}
