import { Module } from '@nestjs/common';
import { ErrorGroupStep } from './error-group.step.js';
import { ErrorGroupsController } from './error-groups.controller.js';
import { ErrorGroupsQueries } from './error-groups.queries.js';
import { ErrorGroupsRepository } from './error-groups.repository.js';
import { ErrorGroupsService } from './error-groups.service.js';

/** Ingestion writes groups, the routes read and archive them. */
@Module({
  controllers: [ErrorGroupsController],
  providers: [ErrorGroupsService, ErrorGroupsRepository, ErrorGroupsQueries, ErrorGroupStep],
  exports: [ErrorGroupStep],
})
export class ErrorGroupsModule {}
