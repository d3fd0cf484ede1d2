import type { AccountId, AnalyticsKind } from '#domain';
import { Account, Endpoint, UuidPath, type RateLimit } from '#http';
import { Controller, Get, Query, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { exampleCheckId } from '../checks/index.js';
import { analyticsQuery, AnalyticsView } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';

/** Reference 1.5: of each report its own. */
export const reportLimit = (report: string): RateLimit => ({ name: `analytics-${report}`, requests: 30, seconds: 60 });

const OF_RESULTS = `Of the FINAL results of the window; those that a fault of the service spoiled say nothing about the target and are left out.
With \`aggregationInterval\` there is a row per interval (those without results are left out), and a base metric is its average.
Without it, suffixed metrics, \`availability\` and \`retries\` make one row for the window; base metrics that are measured, such as \`responseTime\`, make a row per result, unless a suffixed metric is asked for beside them: then they are their average in that row.
\`availability\` is the percentage of results that did not fail, \`retries\` how often it was tried again. Percentiles interpolate by rank, \`stddev\` is that of the population, \`median\` is \`p50\`, \`tcp\` leaves the TLS handshake out.
\`limit\` and \`page\` count times: of each group the same ones.
At most 30 requests per minute.`;

const OF_HEARTBEATS = `Of the events of the window, in one row: \`availability\` is the percentage of them that were pings in time, \`retries\` is 0, because nothing is tried again.
At most 30 requests per minute.`;

/** The endpoint of one kind of report. All differences between kinds are in the catalogue, so none is written by hand. */
export function analyticsController(kind: AnalyticsKind): Type {
  // A class of its own: the name of a parameter's type is how Nest knows what to validate.
  class KindQuery extends analyticsQuery(kind) {}

  @ApiTags('Analytics')
  @Controller('v1/analytics')
  class KindController {
    constructor(private readonly analytics: AnalyticsService) {}

    @Get(`${kind.path}/:id`)
    @Endpoint({
      summary: `Report on a ${kind.noun}`,
      description: kind.counts === undefined ? OF_RESULTS : OF_HEARTBEATS,
      role: 'READ_ONLY',
      returns: AnalyticsView,
      errors: [404],
      rateLimit: reportLimit(kind.path),
    })
    async report(
      @Account() account: AccountId,
      @UuidPath('id', { description: `Id of the ${kind.noun}`, example: exampleCheckId(kind.checkType) })
      id: string,
      @Query() query: KindQuery,
    ) {
      return AnalyticsView.of(await this.analytics.report(account, id, kind, query), query);
    }
  }
  // The name is part of the operation's id in the OpenAPI document.
  Object.defineProperty(KindController, 'name', { value: `Analytics_${kind.path.replaceAll('-', '_')}Controller` });
  return KindController;
}
