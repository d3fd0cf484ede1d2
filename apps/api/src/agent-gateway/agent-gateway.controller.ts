import { ERRORS_PATH, LEASES_PATH, RELEASE_PATH, RENEW_PATH, RESULTS_PATH } from '#agent-protocol';
import { Endpoint, goneSignal, Location, UNLIMITED, type LocationPrincipal } from '#http';
import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IngestionService } from '../ingestion/index.js';
import {
  AgentErrorsBody,
  AgentErrorsView,
  HeldLeasesBody,
  LeaseRequestBody,
  LeaseResponseView,
  ReleaseResponseView,
  RenewResponseView,
  ReportBody,
  ReportResponseView,
} from './agent-gateway.dto.js';
import { AgentErrors } from './agent-errors.js';
import { LeasesService } from './leases.service.js';
import { readReports } from './read-reports.js';

const RESULTS_LIMIT = 32_000_000;
/** Per location: its agents call at most every ten seconds each. */
const ERRORS_LIMIT = { name: 'agent-errors', requests: 600, seconds: 60 };
const agent = { role: 'AGENT', rateLimit: UNLIMITED } as const;

/** What agents of private locations talk to. Decision 26. */
@ApiTags('Agent gateway')
@Controller()
export class AgentGatewayController {
  constructor(
    private readonly leases: LeasesService,
    private readonly ingestion: IngestionService,
    private readonly agentErrors: AgentErrors,
  ) {}

  @Post(LEASES_PATH)
  @Endpoint({
    ...agent,
    summary: 'Lease runs',
    description: 'Answers at once when there are any, else waits.',
    returns: LeaseResponseView,
  })
  lease(
    @Location() location: LocationPrincipal,
    @Body() body: LeaseRequestBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.leases.lease(location, body, goneSignal(response));
  }

  @Post(RENEW_PATH)
  @Endpoint({ ...agent, summary: 'Renew leases', returns: RenewResponseView })
  renew(@Location() location: LocationPrincipal, @Body() { leases }: HeldLeasesBody) {
    return this.leases.renew(location, leases);
  }

  @Post(RELEASE_PATH)
  @Endpoint({
    ...agent,
    summary: 'Hand leases back',
    description: 'Others can take the runs at once.',
    returns: ReleaseResponseView,
  })
  release(@Location() location: LocationPrincipal, @Body() { leases }: HeldLeasesBody) {
    return this.leases.release(location, leases);
  }

  @Post(RESULTS_PATH)
  @ApiBody({ type: ReportBody })
  @Endpoint({
    ...agent,
    summary: 'Report results',
    returns: ReportResponseView,
    errors: [413],
    bodyLimit: RESULTS_LIMIT,
  })
  async results(@Location() location: LocationPrincipal, @Body() body: unknown) {
    return { verdicts: await this.ingestion.ingest(location, readReports(body)) };
  }

  @Post(ERRORS_PATH)
  @Endpoint({
    ...agent,
    summary: "Tell of an agent's own errors",
    description: 'Classes and codes, without messages. An agent with EXTERNAL_OBSERVABILITY=off never calls this.',
    returns: AgentErrorsView,
    rateLimit: ERRORS_LIMIT,
    bodyLimit: 20_000,
    errors: [413],
  })
  errors(@Location() location: LocationPrincipal, @Body() body: AgentErrorsBody) {
    return this.agentErrors.note(location, body);
  }
}
