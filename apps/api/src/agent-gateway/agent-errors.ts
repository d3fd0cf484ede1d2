import type { AgentErrorsRequest } from '#agent-protocol';
import type { LocationPrincipal } from '#http';
import { Injectable, Logger } from '@nestjs/common';
import { PipelineMetrics } from '../metrics/index.js';

/** What agents tell of their own errors: a line each, and a number. */
@Injectable()
export class AgentErrors {
  private readonly logger = new Logger('AgentErrors');

  constructor(private readonly metrics: PipelineMetrics) {}

  note(
    { accountId, slugName }: LocationPrincipal,
    { agentId, version, errors }: AgentErrorsRequest,
  ): { noted: number } {
    for (const error of errors) {
      this.logger.warn(
        { accountId, location: slugName, agentId, version, ...error },
        'an agent had an error of its own',
      );
      this.metrics.agentFailed(error.checkType, error.count);
    }
    return { noted: errors.reduce((sum, { count }) => sum + count, 0) };
  }
}
