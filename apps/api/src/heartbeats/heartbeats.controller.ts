import type { AccountId } from '#domain';
import { Account, Endpoint, JsonText, UuidPath } from '#http';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  EXAMPLE_EVENT_ID,
  HeartbeatAvailabilityView,
  HeartbeatEventDetailView,
  HeartbeatEventsQuery,
  HeartbeatEventsView,
  HeartbeatRangeQuery,
} from './heartbeats.dto.js';
import { HeartbeatsService } from './heartbeats.service.js';

const CHECK = { description: 'Id of the heartbeat check', example: '66666666-6666-4666-8666-666666666666' };
const EVENT = { description: 'Id of the event', example: EXAMPLE_EVENT_ID };

@ApiTags('Heartbeats')
@Controller('v1/checks/heartbeats')
export class HeartbeatsController {
  constructor(private readonly heartbeats: HeartbeatsService) {}

  @Get(':checkId/availability')
  @Endpoint({
    summary: 'Get heartbeat availability',
    description: 'null where there were no events. Ratios are per cent of the events that were pings.',
    role: 'READ_ONLY',
    returns: HeartbeatAvailabilityView,
    nullable: true,
    errors: [404],
  })
  async availability(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @Query() query: HeartbeatRangeQuery,
  ) {
    return new JsonText(JSON.stringify(await this.heartbeats.availability(account, checkId, query)));
  }

  @Get(':checkId/events')
  @Endpoint({
    summary: 'List heartbeat events',
    description: 'Newest first.',
    role: 'READ_ONLY',
    returns: [HeartbeatEventsView],
    errors: [404],
  })
  async events(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @Query() query: HeartbeatEventsQuery,
  ) {
    return [await this.heartbeats.events(account, checkId, query)];
  }

  @Get(':checkId/events/:id')
  @Endpoint({ summary: 'Get a heartbeat event', role: 'READ_ONLY', returns: HeartbeatEventDetailView, errors: [404] })
  event(@Account() account: AccountId, @UuidPath('checkId', CHECK) checkId: string, @UuidPath('id', EVENT) id: string) {
    return this.heartbeats.event(account, checkId, id);
  }
}
