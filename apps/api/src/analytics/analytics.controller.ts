import { metricsOf, type AccountId, type AnalyticsGroup, type AnalyticsKind } from '#domain';
import { Account, Endpoint, ListOf, OneOf, UuidPath, type RateLimit } from '#http';
import { Controller, Get, Query, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnalyticsQuery, AnalyticsView } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';

/** Reference 1.5. */
const LIMIT: RateLimit = { name: 'analytics', requests: 30, seconds: 60 };

const DESCRIPTION = `Of the FINAL results of the window; those that a fault of the service spoiled say nothing about the target and are left out.
With \`aggregationInterval\` there is a row per interval (those without results are left out), and a base metric is its average.
Without it, suffixed metrics, \`availability\` and \`retries\` make one row for the window; base metrics that are measured, such as \`responseTime\`, make a row per result, unless a suffixed metric is asked for beside them: then they are their average in that row.
\`availability\` is the percentage of results that did not fail, \`retries\` how often it was tried again. Percentiles interpolate by rank, \`stddev\` is that of the population, \`median\` is \`p50\`, \`tcp\` leaves the TLS handshake out.
\`limit\` and \`page\` count times: of each group the same ones.
At most 30 requests per minute.`;

/** The endpoint of one kind of report. All differences between kinds are in the catalogue, so none is written by hand. */
export function analyticsController(kind: AnalyticsKind): Type {
  class KindQuery extends AnalyticsQuery {
    @ListOf(metricsOf(kind).map(({ name }) => name), {
      min: 1,
      description: 'What to report, repeated or separated by commas',
      example: ['responseTime_avg', 'availability'],
    })
    metrics: string[];
    @OneOf(kind.groups, { optional: true, description: 'One series for each of these; takes longer' })
    groupBy?: AnalyticsGroup;
  }

  @ApiTags('Analytics')
  @Controller('v1/analytics')
  class KindController {
    constructor(private readonly analytics: AnalyticsService) {}

    @Get(`${kind.path}/:id`)
    @Endpoint({
      summary: `Report on a ${kind.noun}`,
      description: DESCRIPTION,
      role: 'READ_ONLY',
      returns: AnalyticsView,
      errors: [404],
      rateLimit: LIMIT,
    })
    async report(
      @Account() account: AccountId,
      @UuidPath('id', { description: `Id of the ${kind.noun}`, example: '11111111-1111-4111-8111-111111111111' })
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
