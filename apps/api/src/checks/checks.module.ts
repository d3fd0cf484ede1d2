import { Module } from '@nestjs/common';
import { ChecksController } from './checks.controller.js';
import { ChecksQueries } from './checks.queries.js';
import { ChecksRepository } from './checks.repository.js';
import { ChecksService } from './checks.service.js';
import { UrlChecksController } from './url-checks.controller.js';

@Module({
  controllers: [UrlChecksController, ChecksController],
  providers: [ChecksService, ChecksRepository, ChecksQueries],
  exports: [ChecksService],
})
export class ChecksModule {}
