import { Module } from '@nestjs/common';
import { StatusPageIncidentsModule } from '../status-page-incidents/index.js';
import { StatusPagesController } from './status-pages.controller.js';
import { StatusPagesQueries } from './status-pages.queries.js';
import { StatusPagesRepository } from './status-pages.repository.js';
import { StatusPagesService } from './status-pages.service.js';

@Module({
  imports: [StatusPageIncidentsModule],
  controllers: [StatusPagesController],
  providers: [StatusPagesService, StatusPagesRepository, StatusPagesQueries],
  exports: [StatusPagesService],
})
export class StatusPagesModule {}
