import { Module } from '@nestjs/common';
import { IngestionModule } from '../ingestion/index.js';
import { AgentGatewayController } from './agent-gateway.controller.js';
import { LeasesQueries } from './leases.queries.js';
import { LeasesService } from './leases.service.js';
import { WaitingAgents } from './waiting-agents.js';

@Module({
  imports: [IngestionModule],
  controllers: [AgentGatewayController],
  providers: [LeasesService, LeasesQueries, WaitingAgents],
})
export class AgentGatewayModule {}
