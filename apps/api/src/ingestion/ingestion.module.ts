import { Module } from '@nestjs/common';
import { CheckAlertsModule, CheckAlertStep } from '../check-alerts/index.js';
import { CheckStatusesModule, CheckStatusStep } from '../check-statuses/index.js';
import { ErrorGroupsModule, ErrorGroupStep } from '../error-groups/index.js';
import { GiveUpService } from './give-up.service.js';
import { INGESTION_STEPS } from '../runs/index.js';
import { IngestionService } from './ingestion.service.js';

/** The steps run in the order of this list. */
@Module({
  imports: [CheckStatusesModule, CheckAlertsModule, ErrorGroupsModule],
  providers: [
    IngestionService,
    GiveUpService,
    {
      provide: INGESTION_STEPS,
      useFactory: (...steps: unknown[]) => steps,
      inject: [CheckStatusStep, CheckAlertStep, ErrorGroupStep],
    },
  ],
  exports: [IngestionService],
})
export class IngestionModule {}
