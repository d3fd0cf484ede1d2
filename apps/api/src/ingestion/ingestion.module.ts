import { Module } from '@nestjs/common';
import { CheckStatusesModule, CheckStatusStep } from '../check-statuses/index.js';
import { GiveUpService } from './give-up.service.js';
import { INGESTION_STEPS } from '../runs/index.js';
import { IngestionService } from './ingestion.service.js';

/** The steps run in the order of this list. */
@Module({
  imports: [CheckStatusesModule],
  providers: [
    IngestionService,
    GiveUpService,
    { provide: INGESTION_STEPS, useFactory: (...steps: unknown[]) => steps, inject: [CheckStatusStep] },
  ],
  exports: [IngestionService],
})
export class IngestionModule {}
