import { Endpoint, ErrorView, goneSignal, NumberPath, TextPath, UuidPath } from '#http';
import { applyDecorators, Controller, Get, HttpStatus, Query, Req, Res, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CheckGroupTriggerAnswer, CheckTriggerAnswer, TriggerCallQuery } from './triggers.dto.js';
import { TriggersService, type TriggerCall } from './triggers.service.js';

const CHECK = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };
const GROUP = { description: 'Id of the group', example: 1 };
const TOKEN = { description: 'The secret of its trigger', example: 'h7QMmh8c0hYw' };
const RULES =
  'Waits up to 30 s for the end: 200 when it passed, 503 with the same body when it did not, 408 when it has not ended. At most 10 requests per minute and trigger.';

/** 503 has two meanings here: the check failed, or the service is not available. */
const AlsoWith503 = (answer: Type) =>
  applyDecorators(
    ApiExtraModels(answer, ErrorView),
    ApiResponse({
      status: 503,
      description: 'It did not pass; or the service is starting, stopping or cannot reach its database',
      schema: { oneOf: [{ $ref: getSchemaPath(answer) }, { $ref: getSchemaPath(ErrorView) }] },
    }),
  );

/** Reference 5.10: addresses for command lines. Whoever has one may run what it names, and nothing else. */
@ApiTags('Triggers')
@Controller()
export class LegacyTriggersController {
  constructor(private readonly triggers: TriggersService) {}

  @Get('checks/:checkId/trigger/:token')
  @AlsoWith503(CheckTriggerAnswer)
  @Endpoint({
    summary: 'Run a check by its secret address',
    description: RULES,
    role: 'PUBLIC',
    returns: CheckTriggerAnswer,
    errors: [404, 408],
  })
  async runCheck(
    @UuidPath('checkId', CHECK) checkId: string,
    @TextPath('token', TOKEN) token: string,
    @Query() query: TriggerCallQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckTriggerAnswer> {
    const run = await this.triggers.runCheck(checkId, callOf(token, query, request, response));
    const { hasFailures, responseTime } = run;
    return answered(response, { hasFailures, responseTime });
  }

  @Get('check-groups/:groupId/trigger/:token')
  @AlsoWith503(CheckGroupTriggerAnswer)
  @Endpoint({
    summary: 'Run the checks of a group by its secret address',
    description: `As many at once as the group's \`concurrency\` says. ${RULES}`,
    role: 'PUBLIC',
    returns: CheckGroupTriggerAnswer,
    errors: [404, 408],
  })
  async runGroup(
    @NumberPath('groupId', GROUP) groupId: number,
    @TextPath('token', TOKEN) token: string,
    @Query() query: TriggerCallQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckGroupTriggerAnswer> {
    const runs = await this.triggers.runGroup(groupId, callOf(token, query, request, response));
    return answered(response, CheckGroupTriggerAnswer.of(runs));
  }
}

/** 503 is the answer that command lines take for "it did not pass". */
function answered<T extends { hasFailures: boolean }>(response: Response, answer: T): T {
  if (answer.hasFailures) response.status(HttpStatus.SERVICE_UNAVAILABLE);
  return answer;
}

const callOf = (
  token: string,
  { runLocation: location }: TriggerCallQuery,
  { ip: address = '' }: Request,
  response: Response,
): TriggerCall => ({ token, location, address, response, gone: goneSignal(response) });
