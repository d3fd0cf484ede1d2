import type { AccountId } from '#domain';
import { Account, Deprecated, Endpoint, goneSignal, UuidPath } from '#http';
import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CheckSessionWithResultsView, CompletionQuery, TriggeredView, TriggerRequest } from './check-sessions.dto.js';
import { CheckSessionsService } from './check-sessions.service.js';

const ID = { description: 'Id of the session', example: '01932d5e-7a00-7000-8000-000000000000' };

@ApiTags('Check sessions')
@Deprecated()
@Controller('v1/check-sessions')
export class CheckSessionsController {
  constructor(private readonly sessions: CheckSessionsService) {}

  @Post('trigger')
  @Endpoint({
    summary: 'Run checks now',
    description: 'One session for each matching check that is activated and can run.',
    role: 'READ_RUN',
    status: 201,
    returns: TriggeredView,
    errors: [404],
  })
  trigger(@Account() account: AccountId, @Body() { target }: TriggerRequest) {
    return this.sessions.trigger(account, target);
  }

  @Get(':checkSessionId')
  @Endpoint({ summary: 'Get a check session', role: 'READ_ONLY', returns: CheckSessionWithResultsView, errors: [404] })
  get(@Account() account: AccountId, @UuidPath('checkSessionId', ID) id: string) {
    return this.sessions.get(account, id);
  }

  @Get(':checkSessionId/completion')
  @Endpoint({
    summary: 'Wait for a check session to end',
    description: 'Answers when the session has ended, else 408 after `maxWaitSeconds`.',
    role: 'READ_ONLY',
    returns: CheckSessionWithResultsView,
    errors: [404, 408],
  })
  completion(
    @Account() account: AccountId,
    @UuidPath('checkSessionId', ID) id: string,
    @Query() { maxWaitSeconds }: CompletionQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.sessions.completion(account, id, maxWaitSeconds, goneSignal(response));
  }
}

/** The same; v2 exists because v1 of the contract spells CANCELLED otherwise, which this service never did (decision 1). */
@ApiTags('Check sessions')
@Controller('v2/check-sessions')
export class CheckSessionsV2Controller extends CheckSessionsController {}
