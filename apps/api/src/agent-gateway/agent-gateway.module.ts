import { Module } from '@nestjs/common';
import { ClientCertificatesModule } from '../client-certificates/index.js';
import { IngestionModule } from '../ingestion/index.js';
import { SnippetsModule } from '../snippets/index.js';
import { VariablesModule } from '../variables/index.js';
import { AgentGatewayController } from './agent-gateway.controller.js';
import { AgentErrors } from './agent-errors.js';
import { CutAgents } from './cut-agents.js';
import { LeaseContexts } from './lease-contexts.js';
import { LeaseContextsQueries } from './lease-contexts.queries.js';
import { LeasedChecks } from './leased-checks.js';
import { LeasesQueries } from './leases.queries.js';
import { LeasesService } from './leases.service.js';
import { WaitingAgents } from './waiting-agents.js';

@Module({
  imports: [IngestionModule, VariablesModule, SnippetsModule, ClientCertificatesModule],
  controllers: [AgentGatewayController],
  providers: [
    LeasesService,
    LeasesQueries,
    LeasedChecks,
    LeaseContexts,
    LeaseContextsQueries,
    WaitingAgents,
    CutAgents,
    AgentErrors,
  ],
})
export class AgentGatewayModule {}
